# Texts of puzzles and dailies.

about = この問題について
about-puzzles = どの答えも証明されています。局面の問題の答えはちょうど一つで、一人で最後まで遊ぶ問題はどの手順で勝ってもかまいません。間違えたときは、その理由がわかります。
all-puzzles = 問題一覧
analysis-board = 検討盤
answer = 答え
answer-shown = 答えを見ました。
any = 指定なし
archive = 過去の日
asked-right = これは正しい手です：{ $move }
back-to-the-daily = 毎日の問題に戻る
back-to-the-puzzle = 問題に戻る
back-to-the-result = 結果に戻る
begun = まだ解けていません
by-grade = 難度順
copied = コピーしました。
copy-by-hand = 上の文章を選択してコピーしてください。
does-not-count = もう一度解いてみましょう。結果は変わりません。
found = { $count }問
game-lost = このゲームは負けです。手を戻すか、答えを見てください。
game-won = { $undos ->
    [0] 待ったなしで勝ち（{ $time }）
   *[other] 待った{ $undos }回で勝ち（{ $time }）
  }
gave-up = 断念
grade = 難度{ $grade }
grade-from = 難度（下限）
grade-of-the-puzzle = 難度
grade-range = { $grade }（{ $low }〜{ $high }）
grade-to = 難度（上限）
how-others-did = { $count ->
    [0] みんなの結果：まだありません
   *[other] みんなの結果：{ $count }件
  }
kind = 種類
lines-not-seen = ほかに調べていない手順が{ $count }通りあります。
lost-after = { $number }手目：{ $move }
many-tries = { $count }回以上
many-undos = 待った{ $count }回以上
never-lost = 負けと証明された局面はありませんでした。
next-puzzle = 次の問題
not-tried = 未挑戦
origin = 出典
origin-text = ボット（{ $players }）、シード{ $seed }、{ $move }手目の後
play-again = もう一度遊ぶ
points-of-no-return = 負けが決まった手
read-the-position = 局面を言葉で読む
right = 正解：{ $move }
set-alone = { $game }（一人用）
share = 結果を共有
share-picture = 画像で共有
share-text = 文字で共有
show-all = { $count }件すべて表示
show-the-answer = 答えを見る
solve-again = もう一度解く
solved = { $tries ->
    [1] 1回目で正解
   *[other] { $tries }回目で正解
  }
solved-again = もう一度解けました。結果は変わりません。
solved-of = { $count }問中{ $solved }問正解
streak = { $days }日連続
the-answer-to-it = 応手：
theme = テーマ
themes = テーマ
todays-daily = 今日の「毎日の問題」
tries = { $count }回
try-a-move = 手を試してみてください。間違いならその理由が表示され、回数には数えません。正しい手なら、見つけたことになります。
try-any-move = どの手でも試せます。成功または失敗の理由が表示され、回数には数えません。
undos = { $count ->
    [0] 待ったなし
   *[other] 待った{ $count }回
  }
undos-and-time = 待った：{ $undos }回 · 時間：{ $time }
what-follows = その後：
why-not-my-move = 別の手ではだめ？
wrong = 不正解：{ $move }
your-rating = あなたのレート
your-rating-is = あなたのレート：{ $rating }
