# Texts of Da Capo: what its rules say and what its board shows.

## The game and its options

title = Da Capo
summary = capture fish on 6×6 squares; the most points win
goal = pick a fish on yellow, then one to capture; { $players ->
    [1] only yours stay
   *[other] most points win
  }
players-1 = 1 (alone)
players-4 = 4 (two teams)
option-switch = Switching Octopus and Shark
option-switch-help = When a player may switch Octopus or Shark with another fish of the same colour.
option-switch-first = before the first capture of a round
option-switch-every-turn = before every capture
option-switch-never = never
option-target = Points to win
option-target-help = The game ends when somebody has this many points after a round.
option-target-value = { $count ->
    [one] { $count } point
   *[other] { $count } points
  }
option-rounds = Rounds at most
option-rounds-help = The game ends after this many rounds at the latest (0: no limit).
option-rounds-value = { $count ->
    [0] no limit
    [one] { $count } round
   *[other] { $count } rounds
  }

## How a game ends

solo-won = every pile is yours
solo-lost = nobody can capture any more
sweep = { $colour } has captured every opposing fish, which wins at once
target-reached =
    { $points ->
        [one] { $points } point reaches the target of { $target }
       *[other] { $points } points reach the target of { $target }
    }
last-round = the agreed last round (round { $round }) is over

## Why a move is refused

game-over = the game is over: { $reason }
deal-first = the fish must be dealt first
deal-later = fish are dealt only at the start of a round
deal-fish =
    a deal for { $players ->
        [one] one player
       *[other] { $players } players
    } has each of the { $count } fish once
corners = with two players the corners stay empty
deal-without-order = a deal for one player names the order of the four colours, such as deal:…:gyrp
deal-with-order = only a deal for one player names an order of the colours
no-such-square = there is no such square
no-own-fish = there is no { $colour } fish on { $cell }
empty-target = { $cell } is empty, and a fish can move only onto another fish
own-target = the fish on { $cell } is { $colour } too
not-in-line = { $here } and { $there } are not in a straight line
blocked = the fish on { $cell } is in the way from { $here } to { $there }
too-high = { $value } cannot capture { $other }: a fish captures only fish of equal or lower value
switch-solo = with one player nothing can be switched
switch-what = only Octopus (16) and Shark (15) can be switched, with another fish of the same colour
switch-never = this game is played without switches
switch-again =
    the { $value ->
        [16] Octopus
       *[15] Shark
    } has already been switched before this capture
switch-over =
    the { $value ->
        [16] Octopus
       *[15] Shark
    } can be switched only once, and only before your first capture of the round
switch-captured =
    the { $colour } { $value ->
        [16] Octopus
       *[15] Shark
    } has been captured
switch-target = there is no other { $colour } fish on { $cell } to switch with; choose another fish of yours, or end the switch to capture
switch-notation = write the exchange of Octopus and Shark as 16/{ $cell }
switch-both = Octopus and Shark can change places only while neither has been switched
switch-beside =
    the { $value ->
        [16] Octopus
       *[15] Shark
    } would be on { $cell }, next to the { $colour } { $rival ->
        [16] Octopus
       *[15] Shark
    } on { $by }
switch-no-capture = after a switch you must still have a capture
no-action = there is no action { $action }; the actions are 0 to { $last }
border =
    { $cell } is at the edge of the board: nothing is { $way ->
        [right] to the right of
        [left] to the left of
        [below] below
       *[above] above
    } it

## Texts that cannot be read

not-a-move = a move is a capture such as c3xc5 or a switch such as 16/b2, not { $text }
deal-heights = in a deal every pile is one fish, so it has no *
not-a-layout = a layout is six ranks of six squares, each . or a pile such as r12 or p16*5, separated by /, not { $text }
not-an-order = an order is the letters r, p, g and y once each, such as gyrp, not { $text }
not-a-state = a state is layout, turn, rights, scores, rounds and starter, with one blank between, not { $text }
not-a-solo-state = a state for one player is layout, turn, starter and order, with one blank between, not { $text }
not-a-colour = a colour is one of { $letters } or -, not { $text }
not-rights = rights are 16,15 or 16 or 15 or - for each seat, separated by /, not { $text }
not-rounds = the finished rounds are a number, not { $text }
not-scores = scores are { $count } numbers separated by commas, not { $text }
scores-sum =
    the scores { $scores } do not add up to { $rounds ->
        [one] one round
       *[other] { $rounds } rounds
    } of { $fish } fish
state-before-deal = before the first deal everything else is empty too
state-no-rights = this game is played without switches, so the rights are -
state-no-turn = { $colour } can capture, so it is somebody's turn
state-wrong-turn = { $colour } cannot capture, so it is not their turn
state-low-scores = the scores { $scores } are lower than what this round counts
state-game-over = the game ended with an earlier round
state-starter = after a deal there is a starter, and a turn or a finished round
state-solo-before-deal = before the deal there is no turn, no starter and no order: - - - -
state-solo-starter = after the deal there is a starter
state-fish-count =
    with { $players ->
        [one] one player
       *[other] { $players } players
    } the piles have { $count } fish together
state-fish =
    each fish is there once, and only the fish for { $players ->
        [one] one player
       *[other] { $players } players
    }

## Why a move is good

hint-only = it is the only capture
hint-best = the bot finds no better move
hint-wins = it wins the game: { $reason }
hint-ends-round = it ends the round: { $mine } fish for you, at most { $theirs } for an opponent
hint-saves-partner = an opponent could capture the fish on { $cell }; your partner's fish still count for your team
hint-captures =
    it captures the { $colour } { $value ->
        [16] Octopus
        [15] Shark
       *[other] { $value }
    }
hint-pile = it captures a pile of { $count } fish
hint-stops-threat =
    the { $colour } { $value ->
        [16] Octopus
        [15] Shark
       *[other] { $value }
    } can no longer capture your fish on { $cell }
hint-protects-own =
    the { $colour } { $value ->
        [16] Octopus
        [15] Shark
       *[other] { $value }
    } can no longer capture your own colour
hint-escapes = it brings the fish on { $cell } out of danger
hint-safe = nobody can capture it on { $cell } for now
hint-keeps-own = it captures none of your own fish
hint-left = { $count } piles of other colours are left to capture
hint-continues = nobody else can capture after it, so the same colour plays again
hint-skips = { $colour } cannot capture after it and is passed over
hint-next =
    from { $cell } it can capture the { $colour } { $value ->
        [16] Octopus
        [15] Shark
       *[other] { $value }
    } next
hint-switch-safe =
    on { $cell } the { $value ->
        [16] Octopus
       *[15] Shark
    } is out of danger
hint-switch-reach =
    from { $cell } the { $value ->
        [16] Octopus
       *[15] Shark
    } can capture the { $colour } { $other ->
        [16] Octopus
        [15] Shark
       *[other] { $other }
    }
hint-switch-pile = it can then capture a pile of { $count } fish
hint-switch-saves = the fish from { $there } is out of danger on { $here }

## Lessons

lesson-capturing = Capturing
lesson-board = Red and purple fish lie on the board, and red is yours. Fish capture each other until nobody can capture any more. Then whoever has the most fish in their piles has won the round. The 16 is the Octopus, the 15 is the Shark.
lesson-line = A fish moves in a straight line, up, down, left or right, over empty squares, onto the first fish in its way. Choose the red 12 on c3, then the purple 9 on c5.
lesson-line-wrong = That is a capture too. But look at c3 and c5.
lesson-line-done = Captured! The purple pile now lies under your 12 and is yours.
lesson-equal = A fish captures fish of lower value, and also of equal value. Find the only capture that red has.
lesson-equal-done = 11 captures 11: of two equal fish, the one that moves first wins.
lesson-forbidden = Now try what is forbidden with the red 10 on c4: the higher 13 on c6, the 4 on f4 behind another fish, the 2 on b3 on a diagonal. You will see why each is refused. Then make any capture that is allowed.
lesson-forbidden-done = That one is allowed.
lesson-piles = The pile under a fish moves with it, and only the top fish counts. With the pile on b3, capture as many fish as you can.
lesson-piles-wrong = That captures two fish. Another pile has more.
lesson-piles-done = Your pile now has eleven fish, the 13 on top. Take care that no higher fish captures it!
lesson-switching = Octopus and Shark
lesson-switch = Before your first capture of a round you may switch your Octopus and your Shark, each once, with another fish of yours. On f2 the Octopus can capture nothing. Drag it to d3, or use the button.
lesson-switch-wrong = That is allowed. But look at d3, where the Octopus can capture four fish.
lesson-switch-done = On d3 it can capture in all four directions. A switch is not a turn: it is still your turn.
lesson-beside = A switched Octopus or Shark may not be directly next to an opponent's Octopus or Shark; diagonally is fine. Try the Shark on c4, next to the purple Octopus. Then switch it to a square that is allowed.
lesson-beside-wrong = That is a capture. After it you can no longer switch.
lesson-beside-done = Well placed. After your first capture you can no longer switch.
lesson-counting = The end of a round
lesson-skip = Whoever can capture must, and whoever cannot is passed over. Find the capture after which purple cannot capture and it is your turn again.
lesson-skip-wrong = After that it is not your turn again. Which purple fish could capture one of yours?
lesson-skip-done = Purple has no capture, so it is your turn again.
lesson-count = Capture the last fish that you can. When nobody can capture any more, the round ends, and every fish in piles of your colour is a point.
lesson-count-done = 23 fish for red, 9 for purple. Rounds are played until somebody has 60 points.
lesson-sweep = With two or three players there is a quicker way to win: capture every opposing fish in one round.
lesson-sweep-done = Only red is left. That wins the game, whatever the points.
lesson-company = Partners, or alone
lesson-partners = With four players, red and green play against purple and yellow, and partners may capture each other. Red has only one capture and must make it.
lesson-partners-done = The fish stay in the team: red and green count together.
lesson-solo = Alone you move for all four colours in turn, and in the end only your own colour may be on top. Here it is red. Capture on a3 or on e3? Green moves next, and must capture if it can.
lesson-solo-wrong = After that red can never capture both piles that are left. Think of what green will have to do.
lesson-solo-done = Now green must capture yellow on a3, and there red can capture everything.

## What the graph of a replay shows

graph-points = points if the round ended now
graph-fish = fish in piles of the player's own colour

## Moves in words

told-deal = the fish are dealt
told-capture = { $colour } { $value } captures { $rival } { $other } on { $cell }
told-again =
    { $move }; { $count ->
        [1] { $passed } cannot capture
       *[other] nobody else can capture
    }, { $colour } plays on
told-skips =
    { $move }; { $count ->
        [1] { $passed } cannot capture
       *[other] { $passed } and { $other } cannot capture
    }
told-switch = { $colour } { $value } switches with { $other } on { $cell }

## The board on the page and in pictures

board = Da Capo board
player =
    { $colour ->
        [red] Red
        [purple] Purple
        [green] Green
       *[yellow] Yellow
    }
yours = yours
you = you
great-fish =
    { $value ->
        [16] Octopus
       *[15] Shark
    }
square-empty = { $cell }, empty
note-trail =
    { $part ->
        [from] { $count ->
                [1] the last move began here
               *[other] number { $number } of the last { $count } moves began here
            }
        [to] { $count ->
                [1] the last move ended here
               *[other] number { $number } of the last { $count } moves ended here
            }
       *[switch] { $count ->
                [1] switched in the last move
               *[other] switched in number { $number } of the last { $count } moves
            }
    }
note-hint =
    { $part ->
        [from] hint: capture with this fish
        [to] hint: capture this fish
       *[switch] hint: switch this fish
    }
square =
    { $cell }, { $colour } { $value ->
        [16] 16 (Octopus)
        [15] 15 (Shark)
       *[other] { $value }
    }{ $height ->
        [1] { "" }
       *[other] , pile of { $height }
    }{ $captures ->
        [0] { "" }
       *[other] , can capture { $cells }
    }{ $switches ->
        [0] { "" }
       *[other] , can switch with { $partners }
    }
chosen =
    the { $colour } { $value ->
        [16] Octopus
        [15] Shark
       *[other] { $value }
    } can capture { $cells }
idle =
    { $reason ->
        [higher] Nothing to capture: the other fish in line are higher
       *[none] Nothing to capture: no other colour in line
    }
on-yellow = Fish on yellow can capture
pile-worth = { $height } fish: as many points for { $colour ->
        [red] red
        [purple] purple
        [green] green
       *[yellow] yellow
    }
preserver = The life preserver only marks the corner where the deal ends
colour-order = Order of the colours
pile-count =
    { $count ->
        [one] { $count } pile
       *[other] { $count } piles
    }
piles-left = Piles of other colours: { $count }
may-switch =
    { $rights ->
        [both] may still switch Octopus and Shark
        [octopus] may still switch the Octopus
       *[shark] may still switch the Shark
    }
score =
    { $count ->
        [one] { $count } point
       *[other] { $count } points
    }
now = +{ $count } now
points-now =
    { $total ->
        [one] { $total } point
       *[other] { $total } points
    }, plus { $now } in this round
counts-with =
    { $colour ->
        [red] counts together with Red
        [purple] counts together with Purple
        [green] counts together with Green
       *[yellow] counts together with Yellow
    }
you-are-passed-over = You cannot capture; { $name } plays on
others-are-passed-over =
    { $count ->
        [one] { $names } cannot capture
       *[other] { $names } cannot capture
    }
progress =
    { $rounds ->
        [0] Round { $round }
       *[other] Round { $round } of { $rounds }
    }{ $target ->
        [0] { "" }
        [one] { " · to " }{ $target } point
       *[other] { " · to " }{ $target } points
    }
total = total
this-round = fish in the piles now
switch-label =
    { $when ->
        [every-turn] Switch – before every capture
       *[first] Switch – only before your first capture
    }
switch-button =
    { $value ->
        [16] Switch the Octopus
       *[15] Switch the Shark
    }
switch-choose = Choose a fish to change places with. To capture, press the button again
round-over = Round { $round } is over
final-count = Final count
next-deal = Next deal

## What the signs at the table mean

legend-glow = The fish on yellow squares can capture now. Choose one to see what.
legend-points = First the points of the finished rounds. After the + the fish in this player’s piles: so many points more if the round ended now.
legend-height = A pile of three fish: three points for the colour on top. Only the top fish captures and can be captured.
legend-preserver = The life preserver marks the corner where the deal ends. It does nothing; for captures its square is like any other.
legend-great = Beside a name: this player may still switch the Octopus (16) or the Shark (15) with another own fish.
legend-trail = A capture since your last turn: from the dot to the arrow.

# Puzzles
puzzle-capture = The best capture
puzzle-deal = A deal alone
task-capture = Find the capture that leads to the most fish.
task-deal =
    Win this deal: at the end only { $colour ->
        [red] red
        [purple] purple
        [green] green
       *[yellow] yellow
    } fish may be on top.
refuted-fewer = With best play this leads to { $fish } fish. Another capture leads to { $best }.
refuted-deal = The round is over, and other colours are still on top.
puzzle-not-fresh = the position is not a fresh deal
puzzle-not-won = the line does not win the deal
theme-tall-catch = catch the tallest pile
theme-small-catch = leave a taller pile
theme-moves-1 = one capture
theme-moves-2 = two captures
theme-moves-3 = three captures
theme-decisive = worth many fish
theme-few-captures = few captures at first
theme-many-captures = many captures at first
