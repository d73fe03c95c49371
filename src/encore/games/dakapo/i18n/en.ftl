# Dakapo: what the game says, its tutorial and the texts of its board. English is the source of the translations.

## The name of the game and its options.

title = Dakapo
summary = four stones of one colour at the corners of a square win
goal = to win, lay the 4th stone of a one-colour square, tilted or not
option-call = Winning with a square
option-call-help = Whether a completed square wins at once, or only if the player calls it.
option-call-auto = at once
option-call-spoken = only if it is called

## Moves that the rules refuse.

no-such-placement = there is no such cell or colour
no-such-action = there is no action { $action }; the actions are 0 to { $last }
over = the game is over: { $end }
taken = { $cell } already holds a stone
touches-none = { $cell } touches no stone; place a stone next to another one
touches-same-colour =
    { $colour ->
        [red] red would touch the red stone on { $cell }
        [yellow] yellow would touch the yellow stone on { $cell }
        [green] green would touch the green stone on { $cell }
       *[blue] blue would touch the blue stone on { $cell }
    }
colour-just-placed = the opponent has just placed { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    }; choose another colour
colour-used-up = all { $count } { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } stones are on the board
call-not-needed = squares count automatically in this game; leave out the !

## Moves and positions that cannot be read.

not-a-move = a move is a cell a1 to h8 and a colour r, y, g or b, such as e6r, not { $text }
not-a-position = a position is eight ranks and the last colour, such as 8/8/8/3ry3/3gb3/8/8/8 -, not { $text }
not-a-rank = rank { $rank } is { $text }, but a rank has 8 cells, and one digit counts the empty cells in a row
too-many-stones = { $count } { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } stones are too many: each colour has { $most }
last-colour-missing =
    { $colour ->
        [red] red was placed last, but no red stone is on the board
        [yellow] yellow was placed last, but no yellow stone is on the board
        [green] green was placed last, but no green stone is on the board
       *[blue] blue was placed last, but no blue stone is on the board
    }
position-call-without-square = the ! says that a called square won, but there is no { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } square
position-call-not-agreed = a position has a ! only with the option call=spoken

## How a game ends.

end-square = a { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } square
end-full = the board is full
end-stuck = seat { $seat } cannot place a stone

## Why a move is good.

reason-completes = it completes a { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } square
reason-called = it is called, and only a called square counts
reason-leaves-no-placement = the opponent cannot place a stone after it
reason-fills-board = it fills the board: a tie
reason-stops = it stops a { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } square on { $cell }
reason-nothing-safe = every stone lets the opponent complete a square
reason-only-safe = it is the only safe stone: the opponent cannot complete a square
reason-safe = the opponent cannot complete a square after it
reason-rules-out = it rules out a { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } square on { $cell }
reason-threatens = it threatens a { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } square: the opponent must fill { $cell }
reason-threatens-twice = it threatens two squares at once, on { $first } and { $second }: only one can be stopped
reason-wins-next = whatever the opponent places, a square can be completed next
reason-few-safe = it leaves the opponent { $count ->
        [one] a single safe stone
       *[other] only { $count } safe stones
    }
reason-quiet = no square can be completed yet: every stone is still safe

## The tutorial.

lesson-placing = Placing stones
lesson-placing-beside = Two players share four colours; nobody owns one. Place a stone on an empty cell next to another stone: above, below, left or right of it. Such cells are highlighted. Choose one, then a colour.
lesson-placing-beside-done = That is a turn: one stone. Then it is the opponent’s turn.
lesson-placing-forbidden = The opponent has just placed green on d6, so you may not place green in this turn. Try it on f5 to see what happens, or place another colour.
lesson-placing-forbidden-done = Good. Now the opponent may not place your colour.
lesson-placing-neighbours = A stone never touches its own colour along a side. Next to c4 are yellow, green and red stones. Place the one colour that fits there.
lesson-placing-neighbours-wrong = That stone is allowed, but find the colour that fits on c4.
lesson-placing-neighbours-done = Right: only blue. Stones of the same colour may touch at a corner.
lesson-squares = Squares win
lesson-squares-upright = You win with the fourth corner of a square in one colour. It does not matter who placed the other three. Here three red stones need a fourth.
lesson-squares-upright-wrong = That stone completes nothing. Look for the cell that makes a square with d3, d5 and f3.
lesson-squares-upright-done = Four red corners: d3, d5, f5 and f3. You have won.
lesson-squares-tilted = A square may stand on a corner or lean to a side; it may be small or large. Find the one that you can complete here.
lesson-squares-tilted-wrong = Not this one. Three yellow stones are corners of a small square that stands on a corner.
lesson-squares-tilted-done = Yes: d6, e7, f6 and e5 are a square that stands on a corner.
lesson-example = The example from the rulebook
lesson-example-green = Play as Tom: place green on e6. Three corners of a leaning square are then green.
lesson-example-green-wrong = That stone is allowed, but in this example Tom places green on e6.
lesson-example-green-done = d4, e6 and g5 are three corners of a leaning square. The fourth, f3, touches no stone yet, so nobody can place one there.
lesson-example-yellow = Play as Susan: place yellow on f4. Red and blue do not fit there, and green is forbidden in this turn.
lesson-example-yellow-wrong = That may be better, but in this example Susan places yellow on f4.
lesson-example-yellow-done = This was Susan’s mistake: now f3 touches a stone, and Tom may place green.
lesson-example-win = Play as Tom again: green is allowed now. Win the game.
lesson-example-win-wrong = Green wins on the fourth corner of the square with d4, e6 and g5.
lesson-example-win-done = d4, e6, g5 and f3 are a leaning square.
lesson-threats = Threats
lesson-threats-stop = The opponent has just placed red and needs only f5 for a square. You may not place red now, so you cannot complete it yourself. Stop it.
lesson-threats-stop-wrong = Now the opponent completes the square on f5. Fill that cell with another colour.
lesson-threats-stop-done = The cell holds another colour now, so red can never complete this square.
lesson-threats-double = Now it is your turn to attack: find one stone that threatens two squares of its colour. The opponent can fill only one of the two cells.
lesson-threats-double-wrong = That does not threaten two squares. Look at the yellow stones on d6, e5 and f4.
lesson-threats-double-done = e7 and g5 both complete a yellow square now, and the opponent may not place yellow.
lesson-threats-safe = Red on b5 would complete a square, but b5 touches no stone yet. A stone next to b5 would allow the opponent to complete it. Place one that does not.
lesson-threats-safe-wrong = That stone touches b5, so the opponent completes the red square there.
lesson-threats-safe-done = Safe. A player who has no safe stone left must let the other complete a square.
lesson-end = How the game ends
lesson-end-last-stone = One cell is left, and one colour fits. A full board is a tie, and a player who cannot place a stone loses; but a square comes first. Place the last stone.
lesson-end-last-stone-done = The 64th stone completes a blue square and wins.
lesson-end-call = The players can also agree that squares must be called. Complete a square here and call it with the same move: switch on the call, then place the stone.
lesson-end-call-wrong = You called no square with this stone. A square that is not called when it is completed never counts.
lesson-end-call-done = Called and completed: you have won. A call without a square has no effect.
lesson-end-rematch = After the game the loser may ask for a rematch with the word “Dakapo!”. The player who moved second in the last game starts the next one.

## Moves in words.

told-stone =
    { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } stone on { $cell }{ $effect ->
        [square] , completes a square
        [call] , with a call
       *[none] { "" }
    }

## The board on the page.

colour =
    { $colour ->
        [red] Red
        [yellow] Yellow
        [green] Green
       *[blue] Blue
    }
not-this-turn = Not { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } this turn
stone-on = { $cell }, { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    } stone
cell-empty = { $cell }, empty
cell-takes = { $cell }, empty, takes { $colours }
note-turn =
    { $count ->
        [1] last stone
       *[other] number { $number } of the last { $count } stones
    }
note-pending = not stored yet
note-marked = highlighted
note-hint = hint: { $colour ->
        [red] red
        [yellow] yellow
        [green] green
       *[blue] blue
    }
board = Dakapo board
keys = The arrow keys move between cells; R, Y, G and B place a stone; Enter shows the colours.
stones-left = Stones left
choose-colour = Colour for { $cell }
why-not =
    { $colour ->
        [red] Red
        [yellow] Yellow
        [green] Green
       *[blue] Blue
    }: why not?
no-colour-fits = No colour fits here. Choose one to see why.
call-square = Call a square
call-on = You will place the next stone with a call.
call-off = You will place the next stone without a call.

## What the signs at the table mean

legend-square = Four stones of one colour at the corners of a square win, upright or tilted, small or large. Whoever lays the fourth wins; who laid the others does not matter.
legend-open = A stone can be placed here.
legend-forbidden = Your opponent has just placed this colour, so you may not place it in this turn.
legend-last = The last stone that was placed.
legend-left = So many stones of this colour are left.

# Puzzles
puzzle-win = Win by force
puzzle-only = The only move
task-win =
    { $moves ->
        [one] Win with one stone.
       *[other] Win in { $moves } moves, whatever your opponent does.
    }
task-only = Find the only placement after which your opponent has no win in two moves.
refuted-game-over = This ends the game without a win.
refuted-loses =
    { $moves ->
        [one] Your opponent wins at once.
       *[other] Now your opponent wins in { $moves } moves.
    }
refuted-no-win = This stone does not win.
refuted-defence =
    { $moves ->
        [one] After this answer you cannot win with one stone.
       *[other] After this answer there is no win in { $moves } moves.
    }
puzzle-impossible = no game can lead to these stones
theme-in-1 = one move
theme-in-2 = two moves
theme-in-3 = three moves
theme-tilted = tilted square
theme-large-square = large square
theme-no-placement = no placement left
theme-threat = threat
theme-quiet = quiet first move
theme-only-move = only move
theme-block = block a square
theme-foresight = look ahead
