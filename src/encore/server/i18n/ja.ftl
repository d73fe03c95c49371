# Texts of what the server says. The code of a fact is "server." and the name of a message.

already-seated = このテーブルにはもう席があります
bot-failed = { $bot }は{ $game }の手を{ $tries }回見つけられませんでした
bot-name = ボットの名前と紛らわしい名前です。別の名前にしてください
bots-busy = ボットの手がすでに{ $waiting }件待っています。しばらくしてからもう一度お試しください
bots-closing = サーバーが停止するため、ボットはもう手を打ちません
bots-no-draw = ボットは引き分けに応じません
bots-share = あなたからボットへの質問がすでに{ $waiting }件待っています。しばらくしてからもう一度お試しください
busy-table = テーブルが混み合っています。もう一度お試しください
chat-full = このテーブルではもうチャットを送れません。対局は続けられます
chat-off = このテーブルではチャットを使えません
claim-own = 勝ちを申し立てられるのは相手の番のときだけです
claim-partner = 味方に対して勝ちを申し立てることはできません
daily-over = その日の結果の集計は終わりました
days-clock = 1手にかけられるのは1～{ $most }日です（指定：{ $days }）
deal-late = { $players }の乱数が間に合わず、{ $count ->
    [1] それ
   *[other] それら
}なしで対局が始まりました
deal-no-seed = この棋譜には Seed と Commitment がありません。サーバーの棋譜には、対局の終了後に記録されます
deal-nonces = シードはこの秘密の値と{ $players }の乱数から作られ、{ $count ->
    [1] その乱数はハッシュと一致します
   *[other] どの乱数もハッシュと一致します
}
deal-not-asked = この席の乱数は今は必要ありません
deal-other-hash = この棋譜にあるサーバーの秘密の値のハッシュは、対局前に表示されたものと違います
deal-other-move = { $number } 手目({ $move })は、シードから配られるものと違います
deal-other-nonce = { $player }の乱数は約束されたものと違います。その SHA-256 が NonceHashes にありません
deal-other-promise = Seed は約束されたものと違います。その SHA-256 が Commitment と一致しません
deal-other-secret = Secret は約束されたものと違います。その SHA-256 が SecretHash と一致しません
deal-other-seed = Seed は Secret と Nonces から作られたものではありません
deal-seat = 席 { $seat }
deal-secret = サーバーの秘密の値は、乱数が知られる前に固定されたハッシュと一致します
deal-server-alone = シードは最初の配布の前にサーバーだけで決められました。プレイヤーの端末からの乱数は使われていません
deal-tags = この棋譜には { $tags } がありません。サーバーの棋譜には、対局の終了後に記録されます
deal-unreadable = NonceHashes、Nonces、FirstChair が互いに合わないか、読み取れません
deal-without = 乱数の予告がなかったプレイヤー：{ $players }
deal-wrong-nonce = 約束された乱数ではありません。SHA-256 が違います
empty-message = メッセージが空です
empty-name = 名前が空です
evaluation-failed = { $game }の局面を{ $tries }回試しましたが、評価できませんでした
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
no-daily = 毎日の問題は{ $first }から{ $today }まであります
no-draws = このゲームに引き分けはありません
no-game-number = このテーブルの対局数は{ $games }です
no-invitation = このテーブルへの招待ではありません
no-method = このアドレスはこの種類のリクエストを受け付けません
no-move-number = この対局の手数は{ $moves }です
no-picture = この問題の図はありません
no-puzzle = その問題はありません
no-puzzles = このゲームにその人数の問題はありません
no-seat = { $players }人のときに席{ $seat }はありません
no-table = そのテーブルはありません
nobody-moves-here = ここではどのプレイヤーの手番でもありません
not-begun = 対局はまだ始まっていません
not-daily = その日の問題ではありません
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
other-name = このサーバーは{ $name }という名前では利用できません。サーバーの管理者は encore serve --name NAME で名前を許可できます
other-site = このリクエストは別のサイトから送られています
people-play-it = この局面は今、人どうしで対局中です。終局後に調べられます
phrases-only = このテーブルでは定型文だけ使えます
preview-turn = 手を試せるのは手番の人だけです
puzzle-line = この問題の手順と合いません。最初からやり直してください
record-place = { $line }行目、{ $column }文字目：{ $reason }
record-too-long = 棋譜は{ $length }文字までです
rematch-early = 再戦は対局が終わってからです
no-length = リクエストには長さ（Content-Length）が必要です
request-too-long = ここでのリクエストは{ $bytes }バイトまでです
request-unreadable = このリクエストは読み取れません
review-after-game = 対局は終局後に振り返ることができます
seat-taken = その席は埋まっています。空席：{ $free }
seats-for-players = 席はプレイヤーの人数分必要です（{ $players }席、指定：{ $seats }席）
spectator = 観戦中です。先に席についてください
spelling = この手の書き方は{ $move }です
stale = 対局はもう進んでいます。もう一度ご確認ください
stacked-marks = 1つの文字に付いた記号が多すぎます
still-here = 手番の人はまだ{ $seconds }秒以上離れていません
still-time = 相手にはまだ時間があります
table-long = このテーブルの履歴は長くなりました。新しいテーブルを開いてください
table-full = 満席です。観戦はできます
text-or-phrase = 文章か定型文のどちらか一方を送ってください
too-many-actions = 操作が多すぎます。少しお待ちください
too-many-bot-games = ボットとの対局がすでに{ $games }局進行中です。先にいくつか終えてください
too-many-connections = 接続が多すぎます。少しお待ちください
too-many-listed = 公開リストにはすでに{ $most }卓あります。先にどれかを終わらせてください
too-many-moves = 棋譜の手数は変化を含めて{ $most }手までです
too-many-players = { $most }人を超えて遊べるゲームはありません
too-many-requests = リクエストが多すぎます。少しお待ちください
too-many-seats = ほかの人の公開テーブルにすでに{ $most }席あります。先に対局を終えるか、席を空けてください
undo-deal = 配られたあとは待ったできません
unstorable = 保存できない内容です
waiting-for-others = 提案済みです。ほかの人の同意が必要です
write-unknown = 保存されたかどうか確認できませんでした。もう一度ご覧ください
