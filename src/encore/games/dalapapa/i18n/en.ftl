# Texts of Dalapapa: what its rules say, and what its board shows.

title = Dalapapa
summary = join half-discs into discs and groups; the most points win
option-target = Points to win
option-target-help = The game ends with the round in which somebody reaches this many points.
option-target-value = { $count ->
    [one] { $count } point
   *[other] { $count } points
  }
option-open-hands = Hands
option-open-hands-help = Whether the players see each other’s tiles.
option-open-hands-off = hidden: you see only your own tiles
option-open-hands-on = open: everybody sees all tiles

## The end of a game

target-reached = { $points } points reach the target of { $target }
nobody-can-place = nobody can place a tile

## Moves that the rules forbid

game-over = the game is over
draw-after-turn = tiles are drawn at the end of a turn
lay-before-stop = a turn starts with a tile; you can stop only after the first one
stop-not-pass = after the first tile, end the turn with stop, not with pass
must-not-pass = a player who can place a tile must not pass
draw-first = seat { $seat } draws first
draw-count = { $count ->
    [one] seat { $seat } draws one tile here, not { $drawn }
   *[other] seat { $seat } draws { $count } tiles here, not { $drawn }
}
not-in-bag = tile { $tile } is not in the bag
not-in-hand = tile { $tile } is not in the hand of seat { $seat }
face-and-side = a tile lies with face a or b up, to the side e, n, w or s
square-taken = there is already a tile on { $square }
first-at-origin = the first tile lies at 0,0
no-shared-edge = the tile would share no edge with another tile
colours-differ = { $mine ->
    [red] red
    [green] green
    [blue] blue
   *[yellow] yellow
} would meet { $theirs ->
    [red] red
    [green] green
    [blue] blue
   *[yellow] yellow
} on the edge between { $one } and { $other }
no-such-action = there is no action { $action }; the actions are 0 to { $last }
no-such-tile-held = { $count ->
    [one] seat { $seat } holds one tile, so it cannot lay tile { $number } of its hand
   *[other] seat { $seat } holds { $count } tiles, so it cannot lay tile { $number } of its hand
}

## Texts that cannot be read

not-a-move = a move is a tile such as 37a@4,-1e, or stop, or pass, not { $text }
not-a-place = a tile is written as number, face, @, square and side, such as 37a@4,-1e: numbers 1 to { $last }, faces a and b, sides e, n, w, s; not { $text }
not-tiles = tiles are numbers from 1 to { $last } with commas, such as 17,42, not { $text }
not-a-state = a state is phase, seat, scores, hands and tiles on the table with one blank between, not { $text }
not-a-phase = a phase is one of { $phases }, not { $text }
not-a-seat = the seat is a number from 1 to { $players }, not { $text }
not-scores = scores are { $players } numbers with commas, not { $text }
not-hands = there are { $players } hands, separated by /, not { $text }
not-a-hand = a hand is at most { $most } tiles in ascending order, not { $text }
tile-twice = a tile is in two places at once
place-refused = { $place } cannot lie there: { $why }
nothing-to-draw = seat { $seat } has nothing to draw
no-tile-to-lay = seat { $seat } has no tile to lay
one-tile-left = seat { $seat } must hold one tile after the first is laid
no-tile-fits = a turn waits only for a tile that fits somewhere
table-not-empty = the table is empty until seat 1 lays the first tile
no-hidden-tiles = none of the tiles that are left can be the hidden ones
tile-set-lines = a tile set has { $count } lines, each ended by a line feed, not { $found }
tile-set-last-line = a tile set has { $count } lines, each ended by a line feed, the last one too
tile-set-line = line { $number } of the tile set is { $number } and two faces of seven letters r, g, b, y, such as { $number } ryrrygg bryrygg, not { $text }

## Hints

hint-pass = no tile of the hand fits anywhere
hint-start = start tiles earn nothing, so any place will do
hint-discs = { $count ->
    [one] it makes a new disc
   *[other] it makes { $count } new discs
}, worth { $points ->
    [one] 1 point
   *[other] { $points } points
}
hint-group = it completes a { $colour ->
    [red] red
    [green] green
    [blue] blue
   *[yellow] yellow
} group of { $count }, worth { $count ->
    [one] 1 point
   *[other] { $count } points
}
hint-groups = it completes { $groups } { $colour ->
    [red] red
    [green] green
    [blue] blue
   *[yellow] yellow
} groups of { $count }, worth { $points } points
hint-price = { $change ->
    [rises] after the price of { $price } the total rises by { $points }
    [falls] after the price of { $price } the total falls by { $points }
   *[stays] after the price of { $price } the total stays the same
}
hint-most = no other move earns more now
hint-leaves-none = it leaves no group of { $count } or more that a single tile could close
hint-too-dear = { $points ->
    [one] the second tile would earn 1 point at most and costs { $price }
   *[other] the second tile would earn { $points } points at most and costs { $price }
}
hint-keep = { $points ->
    [one] the second tile earns 1 point at most; kept in the hand it may earn more later
   *[other] the second tile earns { $points } points at most; kept in the hand it may earn more later
}

## Lessons

lesson-discs = Tiles and discs
lesson-discs-lay = Every tile has a disc in the middle and six half-discs on its edges. Choose a tile, flip it and turn it as you like, and lay it beside the others: it fits where the table lights up. Look at what it earns, then confirm.
lesson-discs-lay-done = Two half-discs have become a disc.
lesson-discs-two = A tile must share an edge with another one, and half-discs that meet must have the same colour. Try a place where they do not: the tile is refused, and you see why. Then lay a tile that makes two discs at once.
lesson-discs-two-wrong = That fits, but it does not make two discs. Look into the corner between the two tiles.
lesson-discs-two-done = Each edge that two tiles share is a new disc: two edges, two points.
lesson-discs-three = The first two new discs of a tile are worth one point each, every further one two points. Make three discs.
lesson-discs-three-wrong = That makes fewer than three discs. The right tile fits into a gap with three edges.
lesson-discs-three-done = Three discs: 1 + 1 + 2 = 4 points.
lesson-groups = Groups
lesson-groups-one = Touching discs of one colour are a group once no half-disc of that colour touches them. The middle of your left tile touches nothing of its colour, so it is a group of one at once. Lay the left tile.
lesson-groups-one-wrong = That does not make a group of one. Choose the left tile.
lesson-groups-one-done = A group earns one point for each of its discs, here one. The disc in the middle counts for its group only.
lesson-groups-nine = An example from the rulebook: one tile makes two discs and closes a yellow group of seven. Find it.
lesson-groups-nine-wrong = That does not close the yellow group. The eye on the table shows nearly closed groups.
lesson-groups-nine-done = 2 points for the discs and 7 for the group: 9 points.
lesson-groups-twelve = The other example: one tile makes three discs and closes two groups, a red one of three and a yellow one of five.
lesson-groups-twelve-wrong = That does not close both groups. The right tile can.
lesson-groups-twelve-done = 4 points for three discs, 3 and 5 for the groups: 12 points.
lesson-groups-six = Five groups are complete here: the eye on the table shows them. Close the yellow group of six.
lesson-groups-six-wrong = The yellow group is still open. Look to the south-west.
lesson-groups-six-done = Now there are six groups, as in the rulebook: of 1, 6, 2, 7, 5 and 1 discs. A complete group never grows again.
lesson-turn = A turn and the end
lesson-turn-second = After your first tile you may lay the second one too. It costs 4 points. Here it is worth it: find a place that earns more than 4.
lesson-turn-second-wrong = That earns too little for its price. The list of places has the best one on top.
lesson-turn-second-done = Four discs and a group of three are 9 points; less the price, 5 remain.
lesson-turn-stop = Here the second tile earns its price nowhere. Keep it and end the turn.
lesson-turn-stop-wrong = That loses points. End the turn instead.
lesson-turn-stop-done = Then you draw back to two tiles. Only you see them, unless hands are open.
lesson-turn-last = Seat 1 has passed the target of 60, but the round is played to its end, and yours is its last turn. Earn at least 5 points and win.
lesson-turn-last-wrong = That is not enough: seat 1 has 61 points. The left tile can close red groups.
lesson-turn-last-done = The most points win, and equal points share the win. The game also ends when nobody can place a tile.

## Moves in words

told-start = lays a start tile
told-lay = lays a tile, +{ $points }: { $earned }
told-second = lays a second tile (−{ $price }), +{ $points }: { $earned }
told-discs = { $count ->
    [one] one disc
   *[other] { $count } discs
}
told-group = { $groups ->
    [one] a group of { $count }
   *[other] { $groups } groups of { $count }
}
told-groups = groups of { $sizes }
told-stop = ends the turn
told-pass = passes
told-draw = { $count ->
    [one] a tile is drawn
   *[other] { $count } tiles are drawn
}

## The board on the page

table = { $count ->
    [one] Table with one tile
   *[other] Table with { $count } tiles
}
table-keys = { $count ->
    [one] Table with one tile
   *[other] Table with { $count } tiles
}. Arrows: next place, Enter: lay, R: turn, F: flip, L: list of places, plus, minus and 0: zoom
latest-turns = Latest turns
zoom = Zoom
zoom-in = Zoom in
zoom-out = Zoom out
fit-to-screen = Fit to screen
show = Show
show-open = open half-discs
show-nearly = nearly closed groups
show-complete = complete groups
seat = Seat { $seat }
you = You
points = Points
target = Target
bag = Bag
hidden-tiles = { $count ->
    [one] one tile
   *[other] { $count } tiles
}
your-tiles = Your tiles
colour = { $colour ->
    [red] red
    [green] green
    [blue] blue
   *[yellow] yellow
}
tile = tile { $tile } ({ $colours })
tile-unknown = tile
flip = Flip
turn = Turn
tap-place = Tap a lit place for this tile.
fits-nowhere = It fits nowhere this way.
more-places = { $way ->
    [turn] Turn it for more places.
    [flip] Flip it for more places.
   *[both] Turn or flip it for more places.
}
no-other-orientation = it fits here in no other orientation
tile-places = { $count ->
    [one] one place
   *[other] { $count } places
}
places = Places as a list
legal-moves = Legal moves, highest score first
move-place = { $tile } { $part ->
    [top-left] at the top left
    [top] at the top
    [top-right] at the top right
    [left] on the left
    [middle] in the middle
    [right] on the right
    [bottom-left] at the bottom left
    [bottom] at the bottom
   *[bottom-right] at the bottom right
}, { $side ->
    [e] pointing right
    [n] pointing up
    [w] pointing left
   *[s] pointing down
}
move-stop = end the turn without the second tile
move-pass = pass
move-draw = { $count ->
    [one] one tile is drawn
   *[other] { $count } tiles are drawn
}
move-points = { $count ->
    [one] { $move }, scores { $points } point
   *[other] { $move }, scores { $points } points
}
signed-points = { $count ->
    [one] { $points } point
   *[other] { $points } points
}
earned = What this tile earns
new-discs = { $count ->
    [one] one new disc
   *[other] { $count } new discs
}
group = { $colour ->
    [red] red
    [green] green
    [blue] blue
   *[yellow] yellow
} group of { $count }
second-tile-price = price of the second tile
start-earns-nothing = Start tiles earn nothing.
total = Total
confirm = Confirm
cancel = Cancel
second-tile = A second tile costs { $price } points.
stop = End turn
pass = Pass

## What the signs at the table mean

legend-place = The chosen tile fits here and earns this much; for a second tile the price of 4 is taken off.
legend-made = A tile laid since your last turn: by whom, and the points it earned.
legend-disc = A new disc: two half-discs of one colour that meet. The first two of a tile earn 1 point each, every further one 2.
legend-group = A complete group: touching discs of one colour, and no half-disc that could join them. It earns a point for each disc.
legend-held = How many tiles a player holds.
legend-bag = How many tiles are left to draw. The game ends with the round in which somebody has the points of the target.

# Puzzles
puzzle-turn = The best turn
puzzle-group = Complete the group
task-turn = Find the turn with the most points, with one tile or both.
task-group = Complete a group of { $discs } discs with one tile.
refuted-fewer = This turn earns { $points } at most; the best one earns { $best }.
refuted-group =
    { $discs ->
        [0] This tile completes no group; one of { $wanted } discs can be completed.
       *[other] This tile completes a group of { $discs }; one of { $wanted } discs can be completed.
    }
theme-one-tile = one tile
theme-two-tiles = both tiles
theme-large-group = large group
theme-several-groups = several groups
theme-many-discs = many discs
