# Texts of seats that players have left: votes, bots and returns.

agree = Agreed: { $names }
asks-to-return = { $name } asks to come back.
come-back = Come back
declined = The others declined. You can ask again in a minute.
end-the-game = End the game
for-bot = a bot
for-end = the end
for-name = for { $name }
game-waits = The players vote
hours-left = { $hours ->
    [one] { $hours } hour left
   *[other] { $hours } hours left
  }
left = left
let-back = Let them back in
nobody-wins = Nobody wins
not-yet = no vote yet
plays-for = { $bot } plays for { $name }.
question = Shall a bot ({ $level }) take the seat, or does the game end?
ran-out-of-time = { $name } has run out of time.
ranks = Ranks
resigned = { $name } has resigned.
take-a-bot = Take a bot ({ $level })
time-left = Time left: { $time }
way-back = Coming back
went-away = { $name } has left.
you-left = You have left this game. If the others agree, you can come back.
