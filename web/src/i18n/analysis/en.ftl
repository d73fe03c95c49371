# Texts of replays, reviews and the analysis board.

all-known = The exact values of all { $count } moves are known.
analysis = Analysis
analysis-of = Analysis: { $game }
best-moves = Best moves
better-move = Better: { $move }
by-chance = by win chance
by-points = by points
chance = { $percent } %
change = { $sign ->
    [plus] +{ $percent } %
   *[minus] −{ $percent } %
  }
choose-a-file = Choose a file
choose-a-record = A record of a game, or drop it here
comment = Comment
deal = Deal
deal-all-right = Nobody could choose these deals
deal-cannot-check-here = This browser cannot check anything itself at this address: that needs https or localhost. The server checks below.
deal-checking = Checking …
deal-deals-follow = { $deals ->
    [one] { $deals } deal, and it follows from the seed
   *[other] { $deals } deals, and all follow from the seed
}
deal-hashes-as-shown = The hashes of all random numbers are those that were shown before the game
deal-hashes-changed = The hashes of the random numbers are not those that were shown before the game
deal-in-this-browser = In this browser
deal-nothing-kept = This browser has kept nothing of this game that it could compare.
deal-not-checked = The deals could not be checked
deal-nothing-wrong = The server found nothing wrong with these deals
deal-number-not-asked-for = The server did not ask this browser for its random number, so there is nothing to compare.
deal-on-the-server = On the server
deal-numbers-as-promised = The random numbers in the record are those that were promised
deal-numbers-changed = A random number in the record is not the one that was promised
deal-own-number-missing = The seed does not contain the random number of this browser
deal-own-number-used = The seed contains the random number of this browser
deal-right = right
deal-secret-as-shown = The server’s secret has the hash that was shown before the game
deal-secret-changed = The server’s secret does not have the hash that was shown before the game
deal-seed-made-of-both = The seed is made of the secret and the random numbers
deal-seed-not-made-of-both = The seed is not made of the secret and the random numbers
deal-something-wrong = These deals are not proved
deal-wrong = wrong
dealers-move = The dealer’s move
delete-from-here = Delete from here
deleted = { $count ->
    [one] One move deleted.
   *[other] { $count } moves deleted.
  }
download = Download
draw-again = Draw another one
error = ± { $percent } %
every-move = Every move with best play
every-move-points = Points in this round after every move, with best play
every-turn = Most points this turn, by move
every-secured = Points in this round that each move secures, whatever the others do
exact-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
exact-result = { $result ->
    [win] wins
    [tie] ties
   *[loss] loses
  }
find-a-better-move = Find a better move
find-a-better-move-for = { $name }: find a better move
given-away = Given away
go-to-end = Go to the end
go-to-start = Go to the start
how-it-adds-up = Own choices are the player’s moves, others’ choices are the moves of the other players. The start and all changes add up to the result. “Given away” adds up what was lost by moves that were clearly worse than the best ones. The same chance can be lost, won back and lost again, so a figure can exceed 100 %.
how-many-moves = How many best moves are shown
link-without-record = This link contains no record.
luck = Luck
make-main-line = Make this the main line
move = Move
move-number-name-takes-the-lead = Move { $number }: { $count ->
    [one] { $name } takes the lead
   *[other] { $name } take the lead
  }
moves-and-variations = Moves and variations
moves-known = The result of { $known } of { $all } moves is proved.
next-move = Next move
no-best-moves = Off
no-moments = No move was clearly worse than the best one.
open-the-board = Open the board
or-paste-the-record = Or paste the record
order = Order
other-choices = Others’ choices
own-choices = Own choices
pause = Pause
play-a-move = Play a move on the board, for whoever is to move.
play-the-game = Play the game
played-move = Move { $number }: { $move }
position = A position in notation; empty for the beginning
previous-move = Previous move
proved = proved
replay-a-game = Replay a game
restore = Bring back what was deleted
restored = The deleted moves are back.
result = Result
review-about = Who was lucky, who chose well, and which moves deserve another look?
review-again = Go on
review-progress = Positions reviewed: { $done } of { $total }
review-the-game = Review the game
seat-change = { $what ->
    [resigned] After move { $move }: { $name } resigns.
    [time] After move { $move }: { $name } runs out of time.
    [abandoned] After move { $move }: { $name } has left.
    [returned] After move { $move }: { $name } returns.
   *[other] After move { $move }: a bot ({ $bot }) plays for { $name }.
  }
show-all = Show all { $count }
show-the-better-move = Show the better move
start = Start
stop = Stop
team-chances = Partners win together, so all chances are those of the team.
the-beginning = The beginning
the-dealer-deals = The dealer deals
then = then
too-large = This does not fit: an analysis has a limited number of moves, letters and variations within variations. Delete something.
tried-bad = This move gives away { $percent } %. Look for another one.
tried-good = Good: no other move is clearly better.
tried-unknown = It was not possible to prove in time how good this move is.
turning-points = Turning points
variation = Variation
what-luck-is = Luck is what deals and draws have changed.
who-was-ahead = Who was ahead
win-chances = Win chances
worth-another-look = Worth another look
your-finished-games = Your finished games
