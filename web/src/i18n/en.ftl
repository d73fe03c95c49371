# Texts of the page.

a-draw = A draw
actions = Actions
again = Dakapo!
agree = Agree
analyse = Analyse
back = Back
back-to-the-game = Back to the game
because-a-player-left = because a player left
beginner = Beginner
board = Board
bot-level = { $name } · { $level }
bot-name = { $number ->
    [1] Coral
    [2] Pebble
    [3] Reed
    [4] Tide
   *[other] Bot { $number }
  }
bots-loading = The bots are being prepared: { $done } of { $total }. After an installation this takes a while.
by-agreement = by agreement
by-resignation = by resignation
chat = Chat
check-the-deals = Check the deals
claim-the-win = Claim the win
clock = Clock
close = Close
copy-the-selected-link = Copy the selected link.
daily = Daily
days-a-move = { $days ->
    [one] { $days } day per move
   *[other] { $days } days per move
  }
days-d-hours-h = { $days } d { $hours } h
draw = Draw
easy = Easy
encore = Encore
expert = Expert
flip = Flip
flip-the-board = Flip the board
free-seat = Free seat
game = Game
games-in-progress = Games in progress
good-luck = Good luck!
guest = Guest
hard = Hard
hello = Hello!
hint = Hint
home = Home
i-am-name-show-my-hand = I am { $name }: show my hand
invite-a-friend = Invite a friend
keep-my-games = Keep my games
learn-to-play = Learn to play
lesson = Lesson
lesson-in-a-new-tab = Lesson (opens in a new tab)
link = Link
link-copied = Link copied.
load-failed = This could not be loaded. Check your connection.
local-link = Only this computer can open this link. For others, run { $command } and open the page at the address that it prints.
medium = Medium
minutes-min-seconds-s = { $minutes } min each, +{ $seconds } s per move
moves = Moves
muted = muted
name-is-thinking = { $name } thinks …
name-to-move = { $name } to move
name-wins = { $name } wins
name-your-turn = { $name }: your turn
names-win-together = { $names } win together
nice-move = Nice move!
no-clock = No clock
no-move-yet = No move yet.
no-such-page = There is no page at this address. Check the link.
not-solved-this-time = Not solved this time
nothing-here = Nothing here
offline = offline
on-this-screen = On this screen
on-time = on time
one-moment-please = One moment, please.
one-table-three-games = One table, three games
online = online
oops = Oops!
option-value = { $option }: { $value }
options = Options
page-is-outdated = This page is out of date
partner = partner
pass-the-device = Pass the device to { $name }
pitch = Play right away: no account, nothing to install.
play = Play
play-alone = Play alone
play-somebody = Play somebody
player-left = a player who left
player-number = Player { $number }
players = Players
points = Points
position-after-move = After: { $move }
puzzles = Puzzles
qr-code-of-the-link = QR code of the link
reconnecting = Offline. Reconnecting …
reload-for-the-new-version = The server speaks a newer version. Reload the page to go on.
remove-from-the-list = Remove from the list
replay = Replay
resign = Resign
rule-number = Rule { $number }
rules = Rules
rules-of-game = Rules of { $game }
saved = saved
say-something = Say something
send = Send
send-this-link = Send this link to your friend
sent = sent
sent-and-saved = ✓ your move is sent, ✓✓ it is saved
server-unreachable = The server cannot be reached. Check your connection.
setting-up = Setting up the table
settings = Settings
share-the-link = Share the link
signs = What the signs mean
skip-to-content = Skip to content
solved = Solved!
sound = Sound
spectator = spectator
spectator-link = Spectator link
spectator-link-copied = Spectator link copied.
spectators = Spectators: { $count }
strength-of-the-bot = Strength of the bot
table-expired = The table has expired, or the link is incomplete.
table-is-gone = This table is gone
thank-you = Thank you!
their-turn = Their turn
thinking = Thinking …
try-again = Try again
type-a-move = Type a move
type-a-move-key-m = Type a move (key m)
undo = Undo
unread = { $count ->
    [one] 1 new message
   *[other] { $count } new messages
  }
waiting-for-others = Waiting for others
well-played = Well played!
wins = { $count ->
    [one] { $wins } win
   *[other] { $wins } wins
  }
you = you
you-are-watching = You are watching this table.
you-lost = You lost this time
you-win = You win!
your-name = Your name
your-turn = Your turn
