# Texts of lessons.

another-move-is-wanted = その手も打てますが、ここでは別の手を探しましょう。
bot-prefers-this = 強いボットは、この手を最善と見ています。
learn-game = { $game }を学ぶ
look-at-the-mark = 印のついた場所に注目してください。
look-at-the-whole-board = もう一度、盤全体を見てみましょう。
look-here-cells = ここに注目：{ $cells }
next = 次へ
no-tutorial = このゲームのチュートリアルはまだありません。やさしいボットと対戦してみましょう。
play-against-an-easy-bot = やさしいボットと対戦
play-it = この手にする
show-the-move = 手を見る
skip = 飛ばす
start-again = もう一度はじめから
step-number-title = ステップ{ $number }：{ $title }
step-of-count = { $count }ステップ中{ $number }
steps = ステップ
the-rest-is-up-to-you = あとはあなた次第です。
tutorial-done = これで全部です。
well-done = よくできました。
why = なぜ？
