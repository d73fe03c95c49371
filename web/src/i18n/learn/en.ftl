# Texts of lessons and hints.

another-move-is-wanted = That move is allowed, but look for another one here.
bot-prefers-this = A strong bot prefers this move.
learn-game = Learn { $game }
look-at-the-mark = Look at the marked place.
look-at-the-whole-board = Look at the whole board again.
look-here-cells = Look here: { $cells }
next = Next
no-tutorial = This game has no tutorial yet. Try a game against an easy bot.
play-against-an-easy-bot = Play against an easy bot
play-it = Play it
show-the-move = Show the move
skip = Skip
start-again = Start again
step-number-title = Step { $number }: { $title }
step-of-count = Step { $number } of { $count }
steps = Steps
the-rest-is-up-to-you = The rest is up to you.
tutorial-done = That is all you need to know.
well-done = Well done.
why = Why?
