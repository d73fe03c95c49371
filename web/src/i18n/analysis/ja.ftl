# Texts of replays and reviews.

better-move = より良い手：{ $move }
chance = { $percent }%
change = { $sign ->
    [plus] +{ $percent }%
   *[minus] −{ $percent }%
  }
choose-a-file = ファイルを選ぶ
choose-a-record = 棋譜ファイルを選ぶか、ここにドロップしてください
download = ダウンロード
error = ±{ $percent }%
find-a-better-move = より良い手を探す
find-a-better-move-for = { $name }：より良い手を見つけてください
given-away = 失った分
go-to-end = 最後へ
go-to-start = 最初へ
how-it-adds-up = 「運」は配りや引きによる変化、「自分の手」は自分の手による変化、「他の人の手」は他の人の手による変化です。これらを合わせると、最初の勝率から結果になります。「失った分」は、より良い手なら失わずに済んだ分です。
link-without-record = このリンクには棋譜が含まれていません。
luck = 運
move-number-name-takes-the-lead = { $number }手目：{ $name }がリード
no-moments = 一手だけで他の手よりはっきり劣る手はありませんでした。
or-paste-the-record = または棋譜を貼り付け
other-choices = 他の人の手
own-choices = 自分の手
pause = 一時停止
play-the-game = 再生
played-move = { $number }手目：{ $move }
proved = 証明済み
replay-a-game = 対局を再生する
review-about = 運が良かったのは誰か、良い手を選んだのは誰か、見直したい手はどれか。
review-again = 続ける
review-progress = 調べた局面：{ $done }/{ $total }
review-the-game = 対局を振り返る
show-the-better-move = より良い手を見る
start = 最初
stop = やめる
the-beginning = はじまり
the-dealer-deals = 配り手が配ります
tried-bad = この手では{ $percent }%を失います。別の手を探してください。
tried-good = 良い手です。これよりはっきり優れた手はありません。
tried-unknown = この手の良し悪しを時間内に証明できませんでした。
turning-points = 形勢の分かれ目
who-was-ahead = 形勢のグラフ
win-chances = 勝率
worth-another-look = 見直したい手
your-finished-games = 終わった対局
