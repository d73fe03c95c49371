# Texts of notices. The page does not show them; they reach people by their push service.

begun = Your game has begun
rematch = You are asked for a rematch
time = Your time for a move ends in 12 hours
turn = It is your turn
