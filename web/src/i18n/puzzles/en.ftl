# Texts of puzzles and dailies.

about = About this puzzle
about-puzzles = Every answer is proved. A position has exactly one; a game alone may be won in any way. If a move is wrong, you see why.
all-puzzles = All puzzles
analysis-board = Analysis board
answer = Answer
answer-shown = The answer was shown.
any = Any
archive = Past days
asked-right = This is a right move: { $move }
back-to-the-daily = Back to the daily
back-to-the-puzzle = Back to the puzzle
back-to-the-result = Back to the result
begun = Not solved yet
by-grade = By grade
copied = Copied.
copy-by-hand = Select the text above and copy it.
does-not-count = Solve it once more: your result stays as it is.
found = { $count ->
    [one] { $count } puzzle
   *[other] { $count } puzzles
  }
game-lost = The game is lost. Undo some moves, or show the answer.
game-won = { $undos ->
    [0] Won without undo in { $time }
    [one] Won with { $undos } undo in { $time }
   *[other] Won with { $undos } undos in { $time }
  }
gave-up = Gave up
grade = Grade { $grade }
grade-from = Grade from
grade-of-the-puzzle = Grade
grade-range = { $grade } ({ $low } to { $high })
grade-to = Grade up to
how-others-did = { $count ->
    [0] How others did: no results yet
    [one] How others did: { $count } result
   *[other] How others did: { $count } results
  }
kind = Kind
lines-not-seen = { $count ->
    [one] { $count } other line was not looked at.
   *[other] { $count } other lines were not looked at.
  }
lost-after = Lost after move { $number }: { $move }
many-tries = { $count } tries or more
many-undos = { $count } undos or more
never-lost = The game was never provably lost.
next-puzzle = Next puzzle
not-tried = Not tried yet
origin = Origin
origin-text = Bots ({ $players }), seed { $seed }, after move { $move }
play-again = Play again
points-of-no-return = Points of no return
read-the-position = Read the position
right = Right: { $move }
set-alone = { $game } alone
share = Share your result
share-picture = As a picture
share-text = As text
show-all = Show all { $count }
show-the-answer = Show the answer
solve-again = Solve again
solved = { $tries ->
    [1] Solved at the first try
    [2] Solved at the second try
    [3] Solved at the third try
   *[other] Solved in { $tries } tries
  }
solved-again = Solved once more. Your result stays as it is.
solved-of = { $solved } of { $count } solved
streak = { $days ->
    [one] { $days } day in a row
   *[other] { $days } days in a row
  }
the-answer-to-it = Reply:
theme = Theme
themes = Themes
todays-daily = Today’s daily
tries = { $count ->
    [one] { $count } try
   *[other] { $count } tries
  }
try-a-move = Try a move: if it is wrong, you see why, and it does not count. The right move counts as found.
try-any-move = Try any move: you see why it works or fails. It does not count.
undos = { $count ->
    [0] Without undo
    [one] { $count } undo
   *[other] { $count } undos
  }
undos-and-time = Undos: { $undos } · Time: { $time }
what-follows = What follows:
why-not-my-move = Why not my move?
wrong = Not the answer: { $move }
your-rating = Your rating
your-rating-is = Your rating: { $rating }
