# Texts of replays, reviews and the analysis board.

all-known = { $count }手すべての正確な値がわかりました。
analysis = 検討
analysis-of = 検討：{ $game }
best-moves = 候補手
better-move = より良い手：{ $move }
by-chance = 勝率順
by-points = 得点順
chance = { $percent }%
change = { $sign ->
    [plus] +{ $percent }%
   *[minus] −{ $percent }%
  }
choose-a-file = ファイルを選ぶ
choose-a-record = 棋譜ファイルを選ぶか、ここにドロップしてください
comment = コメント
deal = 配る
deal-all-right = 配られたものは誰にも選べませんでした
deal-cannot-check-here = このアドレスではブラウザー自身は検証できません（https か localhost が必要です）。サーバーの検証結果は下にあります。
deal-checking = 検証しています…
deal-deals-follow = { $deals ->
    [1] { $deals }回の配布はシードのとおりです
   *[other] { $deals }回の配布はすべてシードのとおりです
}
deal-hashes-as-shown = すべての乱数のハッシュは、対局前に表示されたものと同じです
deal-hashes-changed = 乱数のハッシュが、対局前に表示されたものと違います
deal-in-this-browser = このブラウザー
deal-nothing-kept = このブラウザーには、この対局について比較できるものが保存されていません。
deal-not-checked = 検証できませんでした
deal-nothing-wrong = サーバーの検証では、配布に問題は見つかりませんでした
deal-number-not-asked-for = サーバーはこのブラウザーに乱数を求めなかったため、比較するものがありません。
deal-on-the-server = サーバー
deal-numbers-as-promised = 棋譜の乱数は約束されたものです
deal-numbers-changed = 棋譜に約束されたものと違う乱数があります
deal-own-number-missing = シードにこのブラウザーの乱数が含まれていません
deal-own-number-used = シードにこのブラウザーの乱数が含まれています
deal-right = 正しい
deal-secret-as-shown = サーバーの秘密の値のハッシュは、対局前に表示されたものです
deal-secret-changed = サーバーの秘密の値のハッシュが、対局前に表示されたものと違います
deal-seed-made-of-both = シードは秘密の値と乱数から作られています
deal-seed-not-made-of-both = シードは秘密の値と乱数から作られたものではありません
deal-something-wrong = 公正に配られたことが証明されません
deal-wrong = 誤り
dealers-move = 配る内容
delete-from-here = ここから削除
deleted = { $count }手を削除しました。
download = ダウンロード
draw-again = 引き直す
error = ±{ $percent }%
every-move = 双方最善の場合の各手の結果
every-move-points = 双方最善の場合の、各手によるこのラウンドの得点
every-turn = この手番で取れる最大得点（手ごと）
every-secured = ほかの人がどう打っても、各手でこのラウンドに必ず取れる得点
exact-points = { $points }点
exact-result = { $result ->
    [win] 勝ち
    [tie] 引き分け
   *[loss] 負け
  }
find-a-better-move = より良い手を探す
find-a-better-move-for = { $name }：より良い手を見つけてください
given-away = 失った分
go-to-end = 最後へ
go-to-start = 最初へ
how-it-adds-up = 「自分の手」は自分の手による変化、「他の人の手」は他の人の手による変化です。最初の勝率にこれらを足すと結果になります。「失った分」は、最善手よりはっきり劣る手で失った分の合計です。同じ勝率を失い、取り戻し、また失うこともあるので、100%を超えることがあります。
how-many-moves = 表示する候補手の数
link-without-record = このリンクには棋譜が含まれていません。
luck = 運
make-main-line = 本譜にする
move = 手
move-number-name-takes-the-lead = { $number }手目：{ $count ->
   *[other] { $name }がリード
  }
moves-and-variations = 手と変化
moves-known = { $all }手のうち{ $known }手が証明済みです。
next-move = 次の手
no-best-moves = なし
no-moments = 最善手よりはっきり劣る手はありませんでした。
open-the-board = 盤を開く
or-paste-the-record = または棋譜を貼り付け
order = 並び順
other-choices = 他の人の手
own-choices = 自分の手
pause = 一時停止
play-a-move = 手番の人の手を盤上で指してください。
play-the-game = 再生
played-move = { $number }手目：{ $move }
position = 棋譜の表記による局面（空欄なら最初から）
previous-move = 前の手
proved = 証明済み
replay-a-game = 対局を再生する
restore = 削除を取り消す
restored = 削除した手を元に戻しました。
result = 結果
review-about = 運が良かったのは誰か、良い手を選んだのは誰か、見直したい手はどれか。
review-again = 続ける
review-progress = 調べた局面：{ $done }/{ $total }
review-the-game = 対局を振り返る
seat-change = { $what ->
    [resigned] { $move }手の後：{ $name }さんが投了。
    [time] { $move }手の後：{ $name }さんの時間切れ。
    [abandoned] { $move }手の後：{ $name }さんが抜けました。
    [returned] { $move }手の後：{ $name }さんが席に戻りました。
   *[other] { $move }手の後：{ $name }さんの代わりにボット（{ $bot }）がプレイ。
  }
show-all = すべて表示（{ $count }）
show-the-better-move = より良い手を見る
start = 最初
stop = やめる
team-chances = 味方同士は一緒に勝つので、勝率はすべてチームのものです。
the-beginning = はじまり
the-dealer-deals = 配り手が配ります
then = その後
too-large = これ以上は入りません。手数、文字数、変化の深さには上限があります。何かを削除してください。
tried-bad = この手では{ $percent }%を失います。別の手を探してください。
tried-good = 良い手です。これよりはっきり優れた手はありません。
tried-unknown = この手の良し悪しを時間内に証明できませんでした。
turning-points = 形勢の分かれ目
variation = 変化
what-luck-is = 「運」は配りや引きによる変化です。
who-was-ahead = 形勢のグラフ
win-chances = 勝率
worth-another-look = 見直したい手
your-finished-games = 終わった対局
