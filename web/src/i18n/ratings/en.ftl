# Texts of ratings.

about = Rated games change a number that says how strong you are at a game. Whoever wants ratings is in the list of the best, with name and number.
about-bots = Measured in games between the bots. A bot near your own rating is a good opponent.
about-list = A question mark means that there are only a few results so far.
about-rated-table = A rated table needs a clock and the usual options.
best = The best
bots = Bots on the same scale
for-ratings = It is for ratings { $range }.
from-results = { $count ->
    [one] from { $count } result
   *[other] from { $count } results
  }
game = Game
game-of-pair = Game { $number } of 2: the seats are exchanged in the second, and both count together.
highest = Highest rating of the others
history = Rated results
lowest = Lowest rating of the others
more = More results
name = Name
nobody = Nobody has a rating in this game yet.
place = Place
rank = { $rank } of { $players }
rated-game = Rated: the result changes your rating
rating = Rating
ratings = Ratings
results = Results
table-is-rated = This table is rated.
want = I want ratings
