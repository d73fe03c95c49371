# Texts of lessons.

another-move-is-wanted = That move is allowed, but look for another one here.
learn-game = Learn { $game }
next = Next
no-tutorial = This game has no tutorial yet. Try a game against an easy bot.
play-against-an-easy-bot = Play against an easy bot
skip = Skip
start-again = Start again
step-number-title = Step { $number }: { $title }
step-of-count = Step { $number } of { $count }
steps = Steps
the-rest-is-up-to-you = The rest is up to you.
tutorial-done = That is all you need to know.
well-done = Well done.
