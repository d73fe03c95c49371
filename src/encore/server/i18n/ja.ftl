# Texts of what the server says. The code of a fact is "server." and the name of a message.

already-seated = このテーブルにはもう席があります
bot-failed = { $bot }は{ $game }の手を{ $tries }回見つけられませんでした
bots-busy = ボットの手がすでに{ $waiting }件待っています。しばらくしてからもう一度お試しください
bots-closing = サーバーが停止するため、ボットはもう手を打ちません
bots-no-draw = ボットは引き分けに応じません
busy-table = テーブルが混み合っています。もう一度お試しください
chat-off = このテーブルではチャットを使えません
claim-own = 勝ちを申し立てられるのは相手の番のときだけです
days-clock = 1手にかけられるのは1～{ $most }日です（指定：{ $days }）
empty-message = メッセージが空です
empty-name = 名前が空です
expired = このテーブルは期限切れです
failed-action = サーバーで実行できませんでした。何も変わっていません
failed-question = サーバーで答えを出せませんでした
game-over = 対局は終わりました
game-running = 対局は始まっています。投了するか、あとで戻ってきてください
hidden-record = 手札を伏せる対局の棋譜は、終局後に見られます
hint-people = ほかの人との対局ではヒントを使えません
hint-turn = ヒントを使えるのは手番の人だけです
live-clock = 持ち時間は{ $low }～{ $high }秒、1手ごとの加算は{ $increment }秒までです
message-unreadable = このメッセージは読み取れません
no-address = ここには何もありません。リクエストの一覧は /api/openapi.json にあります
no-bot = { $bot }というボットはありません。使えるボット：{ $bots }
no-draws = このゲームに引き分けはありません
no-game-number = このテーブルの対局数は{ $games }です
no-invitation = このテーブルへの招待ではありません
no-method = このアドレスはこの種類のリクエストを受け付けません
no-seat = { $players }人のときに席{ $seat }はありません
no-table = そのテーブルはありません
not-begun = 対局はまだ始まっていません
not-moved = あなたはまだ手を打っていません
not-stored = 保存できませんでした。もう一度お試しください
not-your-seat = そこはあなたの席ではありません
not-your-turn = あなたの番ではありません
nothing-asked = { $what ->
    [undo] だれも待ったを頼んでいません
    [rematch] だれも再戦を申し込んでいません
   *[draw] だれも引き分けを提案していません
}
one-hint = ヒントは一度に1つだけです
other-site = このリクエストは別のサイトから送られています
phrases-only = このテーブルでは定型文だけ使えます
preview-turn = 手を試せるのは手番の人だけです
record-place = { $line }行目、{ $column }文字目：{ $reason }
record-too-long = 棋譜は{ $length }文字までです
rematch-early = 再戦は対局が終わってからです
request-too-long = ここでのリクエストは{ $bytes }バイトまでです
request-unreadable = このリクエストは読み取れません
seat-taken = その席は埋まっています。空席：{ $free }
seats-for-players = 席はプレイヤーの人数分必要です（{ $players }席、指定：{ $seats }席）
spectator = 観戦中です。先に席についてください
spelling = この手の書き方は{ $move }です
stale = 対局はもう進んでいます。もう一度ご確認ください
still-here = 手番の人はまだ{ $seconds }秒以上離れていません
still-time = 相手にはまだ時間があります
table-full = 満席です。観戦はできます
text-or-phrase = 文章か定型文のどちらか一方を送ってください
too-many-actions = 操作が多すぎます。少しお待ちください
too-many-connections = 接続が多すぎます。少しお待ちください
too-many-players = { $most }人を超えて遊べるゲームはありません
too-many-requests = リクエストが多すぎます。少しお待ちください
undo-deal = 配られたあとは待ったできません
unstorable = 保存できない内容です
waiting-for-others = 提案済みです。ほかの人の同意が必要です
write-unknown = 保存されたかどうか確認できませんでした。もう一度ご覧ください
