# Texts of what the server says. The code of a fact is "server." and the name of a message.

already-seated = You already have a seat at this table
banned = The operator of this server has excluded you until { $until }
block-yourself = You cannot block yourself
blocked-here = Somebody at this table is blocked by you; end the block on your own page to play here
bot-failed = { $bot } failed { $tries } times to find a move in { $game }
bot-name = This name looks like the name of a bot; choose another one
bots-busy = { $waiting ->
    [one] { $waiting } bot move is already waiting; try again later
   *[other] { $waiting } bot moves are already waiting; try again later
}
bots-closing = The server is shutting down; bots no longer move
bots-no-draw = Bots do not agree to draws
bots-share = { $waiting ->
    [one] { $waiting } of your questions to the bots is already waiting; try again later
   *[other] { $waiting } of your questions to the bots are already waiting; try again later
}
busy-table = The table is busy; try again
chat-full = There is no more room for chat at this table; play can go on
chat-off = Chat is off at this table
claim-own = You can claim the win only when an opponent is to move
claim-partner = You can’t claim the win against your own team
closed-fault = The operator has closed this table because of a technical fault
closed-other = The operator has closed this table
closed-rules = The operator has closed this table: the rules of this server were broken
confirm-first = Confirm first that it is you: with a passkey or a recovery code, or with your name if you have no passkey
daily-over = Results of that day are no longer counted
days-clock = A move may take 1 to { $most } days, not { $days }
deal-late = { $count ->
    [one] The random number of { $players } did not come in time; the game began without it
   *[other] The random numbers of { $players } did not come in time; the game began without them
}
deal-no-seed = this record has no Seed and Commitment; records of a server have them when the game is over
deal-nonces = { $count ->
    [one] The seed is made of this secret and the random number of { $players }, which matches its hash
   *[other] The seed is made of this secret and the random numbers of { $players }; each matches its hash
}
deal-not-asked = No random number of this seat is needed now
deal-other-hash = this record has another hash of the server’s secret than the one that was shown before the game
deal-other-move = move { $number } ({ $move }) is not what the seed deals
deal-other-nonce = the random number of { $player } is not the one that was promised: its SHA-256 is not in NonceHashes
deal-other-promise = the Seed is not the one that was promised: its SHA-256 is not the Commitment
deal-other-secret = the Secret is not the one that was promised: its SHA-256 is not the SecretHash
deal-other-seed = the Seed is not made of the Secret and the Nonces
deal-seat = seat { $seat }
deal-secret = The server’s secret matches the hash that it had fixed before the random numbers were known
deal-server-alone = The server alone chose the seed, before the first deal; no player’s device added a random number
deal-tags = this record lacks { $tags }; records of a server have them when the game is over
deal-unreadable = NonceHashes, Nonces and FirstChair do not fit together or cannot be read
deal-without = No random number was announced for { $players }
deal-wrong-nonce = This is not the random number that was promised: its SHA-256 is another one
draining = This server is about to restart; try again in a moment
empty-message = The message is empty
empty-name = The name is empty
ended-by-vote = the players voted to end the game
endpoint-unresolved = The address of the push service was not found; try again
engine-not-offered = the bot { $engine } is not offered here any more
evaluation-failed = A position of { $game } could not be evaluated in { $tries } attempts
expired = This table has expired
failed-action = The server could not do this; nothing was changed
failed-question = The server could not work this out
game-over = The game is over
game-running = The game has begun; resign, or come back later
has-voted = You have already voted
hidden-record = The record of a game with hidden hands is available after the game
hint-people = There are no hints in games against other people
hint-turn = Only the player to move can ask for a hint
holiday-announced = You have announced a holiday already; end it first
holiday-days = Holidays are for games with days per move
holiday-left = { $year } has { $left } of { $most } days of holiday left
holiday-none = There is no holiday to end
holiday-person = A person keeps this seat; sign in to announce a holiday
holiday-start = A holiday starts now or within the next { $days } days
last-passkey = This passkey is the only way to sign in; make recovery codes or another passkey first
live-clock = A live clock has { $low } to { $high } seconds, plus up to { $increment } seconds per move
mail-failed = The mail could not be sent; try again later
message-unreadable = This message cannot be read
muted = The operator of this server has taken the chat from you until { $until }
no-address = There is nothing here; /api/openapi.json lists all requests
no-block = You have no such block
no-bot = There is no bot { $bot }; the bots: { $bots }
no-daily = There are daily puzzles from { $first } to { $today }
no-draws = This game has no draws
no-game-for = No game here is for { $players } players
no-game-number = { $games ->
    [one] This table has had { $games } game
   *[other] This table has had { $games } games
}
no-invitation = This is not an invitation to this table
no-length = A request must say its length (Content-Length)
no-mail = This server sends no mail
no-method = This address does not take this kind of request
no-move-number = { $moves ->
    [one] This game has { $moves } move
   *[other] This game has { $moves } moves
}
no-passkey = There is no such passkey
no-passkeys-here = Passkeys need a name and a secure address (https); sign in with a recovery code or a link from another device
no-picture = There is no picture of this puzzle
no-puzzle = There is no such puzzle
no-puzzles = There are no puzzles of this game for so many players
no-seat = { $players ->
    [one] There is no seat { $seat } with { $players } player
   *[other] There is no seat { $seat } with { $players } players
}
no-seat-to-keep = You have no seat at this table that could be kept
no-session = There is no such session
no-subscription = There is no such device with notices
no-table = There is no such table
no-vote = There is no vote now
nobody-moves-here = No player moves at this point of the game
nobody-returns = Nobody asks to come back
nobody-there = Nobody is there who could be meant
nobody-to-block = This player does not keep their games, so nobody can be blocked; you can mute them
nobody-waits = Nobody waits at this table
not-begun = The game has not begun
not-confirmed = This does not show that it is you; use a passkey or a recovery code that has not been used, or type your name exactly if you have no passkey
not-daily = That day has other puzzles
not-moved = You have not moved yet
not-signed-in = You are not signed in
not-stored = Nothing was stored; try again
not-your-seat = That is not your seat
not-your-table = Only who opened this table can do this
not-your-turn = It is not your turn
nothing-asked = { $what ->
    [undo] Nobody has asked for an undo
    [rematch] Nobody has asked for a rematch
   *[draw] Nobody has offered a draw
}
one-hint = One hint at a time
other-name = Encore is not known as { $name } here. Whoever runs it can allow the name: encore serve --name NAME
other-returns = Somebody else asks to come back; wait for the answer
other-site = This request comes from another site
passkey-needed = Here a person needs a passkey; ask the browser to make one
passkey-refused = This passkey was not accepted; try again, or sign in another way
people-play-it = People are playing this position now, or one a move before it; there is help after their game
phrases-only = Only phrases can be sent at this table
plan-days = Plans are for games with days per move
plan-deal = A plan cannot go on after a deal
plan-large = A plan has at most { $most } moves and { $letters } letters
plan-no-reply = Plan your reply to { $move }, or leave this move out
plan-none = There is no plan to delete
plan-often = At most { $most } plans can be stored in one game
plan-over = The game is over before this plan ends
plan-shared = Several players share this device; plans need a seat of your own
plan-turn = A plan can be stored while another player is to move
plan-twice = A plan names the same move twice at one place
plan-two-replies = Plan one reply to each move, not several
preview-turn = Only the player to move can preview a move
puzzle-line = These moves do not follow from the puzzle; begin again
rated-people = A rated table is for people who want ratings: sign in and switch ratings on
rated-table = A rated table has a clock, the usual options, no bots, and an open seat for everybody else; only there the others’ ratings can be limited, from low to high
rating-range = This table is for ratings { $range }; yours is { $rating }
record-place = Line { $line }, column { $column }: { $reason }
record-too-long = Records are limited to { $length } characters
rematch-early = A rematch is possible only after the game
request-too-long = Requests here are limited to { $bytes } bytes
request-unreadable = This request cannot be read
return-declined = The others declined; you can ask again after { $seconds } seconds
review-after-game = A game can be reviewed after its end
seat-kept = Somebody else keeps this seat
seat-taken = That seat is taken; free seats: { $free }
seats-for-players = There must be one seat per player: { $players }, not { $seats }
spectator = You are a spectator; take a seat first
spelling = This move is written { $move }
stacked-marks = Too many marks on one letter
stale = The game has moved on; look again
still-here = The player to move has not been away for { $seconds } seconds
still-time = They still have time
table-full = Every seat is taken; you can watch
table-long = This table has a long history; open a new one
table-or-line = A question is about a game of a table (“table”) or about moves (“at”), not both
text-or-phrase = Send either a text or a phrase
too-many-actions = Too many actions at once; wait a moment
too-many-blocks = You block { $most } people, which is the most; end a block first
too-many-bot-games = You have { $games } games with bots running; finish some of them first
too-many-connections = Too many connections; wait a moment
too-many-games = You already have { $most } games with others that run or wait for players; finish one or give up a seat first
too-many-listed = You already have { $most } tables in the public list; finish one first
too-many-moves = A record may have at most { $most } moves, with those of its variations
too-many-passkeys = A person may have at most { $most } passkeys; remove one first
too-many-players = No game here is for more than { $most } players
too-many-requests = Too many requests; wait a moment
too-many-seats = You already have { $most } seats at public tables of others; finish a game or give up a seat first
too-many-subscriptions = A person may have notices on at most { $most } devices; remove one first
undo-deal = You can’t undo past a deal
unstorable = This cannot be stored
vote-open = A player has left; first vote on the empty seat
waiting-for-others = You have asked; the others must agree
write-unknown = The server does not know whether this was stored; look again
wrong-code = This recovery code does not work; each code works once
wrong-endpoint = This is not an address of a push service
wrong-link = This link does not work any more; make a new one on the other device
wrong-mail-link = This link does not work any more; ask for a new mail on your own page
