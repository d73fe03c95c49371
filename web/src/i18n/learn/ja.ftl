# Texts of lessons.

another-move-is-wanted = その手も打てますが、ここでは別の手を探しましょう。
learn-game = { $game }を学ぶ
next = 次へ
no-tutorial = このゲームのチュートリアルはまだありません。やさしいボットと対戦してみましょう。
play-against-an-easy-bot = やさしいボットと対戦
skip = 飛ばす
start-again = もう一度はじめから
step-number-title = ステップ{ $number }：{ $title }
step-of-count = { $count }ステップ中{ $number }
steps = ステップ
the-rest-is-up-to-you = あとはあなた次第です。
tutorial-done = これで全部です。
well-done = よくできました。
