# Texts of what players ask each other, of the end of a game, and of seats that they have left: votes, bots and returns.

agree = Agreed: { $names }
asks-draw = { $name } offers a draw.
asks-rematch = { $name } would like to play again. Dakapo!
asks-to-return = { $name } asks to come back.
asks-undo = { $name } asks to undo a move.
away-claim = { $name } has been away for a while. You may wait or claim the win.
come-back = Come back
declined = The others declined. You can ask again in a minute.
draw-declined = Your draw offer was declined.
draw-declined-by = { $name } declined your draw offer.
end-the-game = End the game
end-this-game-in-a-draw = End this game in a draw?
for-bot = a bot
for-end = the end
for-name = for { $name }
game-waits = The players vote
games-won = Games won
hours-left = { $hours ->
    [one] { $hours } hour left
   *[other] { $hours } hours left
  }
left = left
let-back = Let them back in
level = Level
new-game = New game
no-thanks = No, thanks
nobody-wins = Nobody wins
not-yet = no vote yet
others-must-agree = The others must agree.
play-on = Play on
player = Player
plays-for = { $bot } plays for { $name }.
question = Shall a bot ({ $level }) take the seat, or does the game end?
ran-out-of-time = { $name } has run out of time.
ranks = Ranks
rematch = Rematch
rematch-declined = The others do not want to play again.
rematch-declined-by = { $name } does not want to play again.
resign-this-game = Resign this game?
resigned = { $name } has resigned.
review = Replay the game
take-a-bot = Take a bot ({ $level })
time-left = Time left: { $time }
time-over = { $name }’s time is over. The others may claim the win.
time-over-claim = { $name }’s time is over. You may claim the win.
undo-declined = Your undo was declined.
undo-declined-by = { $name } declined your undo.
way-back = Coming back
went-away = { $name } has left.
withdraw = Cancel
yes-a-draw = Yes, a draw
yes-resign = Yes, resign
you-left = You have left this game. If the others agree, you can come back.
your-time-is-over = Your time is over. You can still move until the others claim the win.
