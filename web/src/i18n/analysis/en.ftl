# Texts of replays and reviews.

better-move = Better: { $move }
chance = { $percent } %
change = { $sign ->
    [plus] +{ $percent } %
   *[minus] −{ $percent } %
  }
choose-a-file = Choose a file
choose-a-record = A record of a game, or drop it here
download = Download
error = ± { $percent } %
find-a-better-move = Find a better move
find-a-better-move-for = { $name }: find a better move
given-away = Given away
go-to-end = Go to the end
go-to-start = Go to the start
how-it-adds-up = Luck is what deals and draws have changed. Own choices are the player’s moves, other choices are those of the others. Together they lead from the chance at the start to the result. “Given away” is what better moves would have kept.
link-without-record = This link contains no record.
luck = Luck
move-number-name-takes-the-lead = Move { $number }: { $name } takes the lead
no-moments = No single move was clearly worse than another one.
or-paste-the-record = Or paste the record
other-choices = Other choices
own-choices = Own choices
pause = Pause
play-the-game = Play the game
played-move = Move { $number }: { $move }
proved = proved
replay-a-game = Replay a game
review-about = Who was lucky, who chose well, and which moves deserve another look?
review-again = Go on
review-progress = Positions reviewed: { $done } of { $total }
review-the-game = Review the game
show-the-better-move = Show the better move
start = Start
stop = Stop
the-beginning = The beginning
the-dealer-deals = The dealer deals
tried-bad = This move gives away { $percent } %. Look for another one.
tried-good = Good: no other move is clearly better.
tried-unknown = It was not possible to prove in time how good this move is.
turning-points = Turning points
who-was-ahead = Who was ahead
win-chances = Win chances
worth-another-look = Worth another look
your-finished-games = Your finished games
