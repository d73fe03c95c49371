# Texts of notices. The page does not show them; they reach people by their push service, or by mail.

begun = Your game has begun
confirm-ignore = If you did not ask for this, ignore this mail. Nothing else will be sent.
confirm-subject = Confirm your address
confirm-text = You want a mail once a day when it is your turn at { $page }. Open this link to confirm your address; it works for a day:
digest-hours = { $hours ->
    [0] less than an hour left
    [one] { $hours } hour left
   *[other] { $hours } hours left
  }
digest-stop = No more of these mails:
digest-subject = { $count ->
    [one] It is your turn at one table
   *[other] It is your turn at { $count } tables
  }
done = Nothing is left to do here
rematch = You are asked for a rematch
return = A player who left asks to come back. Answer them
time = Your time for a move ends in 12 hours
turn = It is your turn
vote = A player has left. Vote on how the game goes on
