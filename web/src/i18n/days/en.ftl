# Texts of games with days per move: planned replies and holidays.

add-a-move = Play a move of the other side on the board, then your reply.
announce = Announce
change-the-plan = Change the plan
days-left = Days left: { $years }
delete-the-plan = Delete the plan
end-the-holiday = End the holiday
first-day = First day
holds-everywhere = It holds at all your tables.
holds-here = It holds at this table only. If you keep your games, you have one holiday for all tables.
holiday = Holiday
holiday-help = Everybody has 14 days of holiday a year. Meanwhile your clock stands still in games with days per move, and the others are told.
how-many-days = Days
if-name-plays = If { $name } plays …
if-then = If … then …
moved-on = The game has moved on. Here is what is left of your plan.
name-on-holiday = { $name } is on holiday until { $until }. The clock stands still.
name-will-rest = { $name } will be on holiday from { $from } to { $until }.
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
withdraw-the-holiday = Withdraw the holiday
year-days = { $year }: { $count }
you-on-holiday = You are on holiday until { $until }. Your clock stands still.
you-will-rest = You will be on holiday from { $from } to { $until }.
your-plan = Your plan
