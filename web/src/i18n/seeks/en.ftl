# Texts of tables that wait, and of the page on which people find each other.

about-quick = You play at once with somebody who waits. If nobody does, you wait at a table that everybody can see.
about-waiting = The table stays in the list while you are here. In games with days for each move, it stays there for 14 days without you if you keep your games.
all-wishes = Open a table with all your wishes
any-clock = Any
any-game = Any game
at-the-table-names = At the table: { $names }
bot-if-nobody = Play with a bot if nobody comes within two minutes
bot-instead = Play with a bot instead
bots-after = Bots take the free seats after
bots-come = Bots take the free seats after { $time }.
by-the-day = Days for each move
chat-free = Everybody writes what they like
chat-off = No chat
chat-phrases = Ready-made phrases only
free = { $count ->
    [one] { $count } free seat
   *[other] { $count } free seats
  }
from-low-to-high = From { $low } to { $high }
game = Game
leave = Leave
listed = Anyone can find and watch this table
live = Live
looking = Looking for somebody …
never = never
nobody = Nobody waits right now. Be the first one.
only-watch = Only watch
open = Open the table
open-tables = Open tables
players = { $count ->
    [one] { $count } player
   *[other] { $count } players
  }
quick = Play at once
rated = Rated
starts-when-seated = The game starts when every seat is taken.
take-a-seat = Take a seat
watch = Watch
who-waits = Who waits for somebody
you-are-invited = You are invited to { $game }
your-table = Your table
