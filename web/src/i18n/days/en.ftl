# Texts of games with days per move: planned replies.

add-a-move = Play a move of the other side on the board, then your reply.
change-the-plan = Change the plan
delete-the-plan = Delete the plan
if-name-plays = If { $name } plays …
if-then = If … then …
moved-on = The game has moved on. Here is what is left of your plan.
no-further = Tiles are dealt here, so a plan ends.
plan-help = If a move of this plan is played, your reply follows at once. Another move deletes the plan. Nobody else sees it.
planned-replies = { $count ->
    [one] You have planned one reply.
   *[other] You have planned { $count } replies.
  }
save-the-plan = Save the plan
saved = The plan is saved.
the-end = The game is over here.
then-you-play = … then you play
your-plan = Your plan
