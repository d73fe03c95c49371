# Texts of what the core says. The code of a fact is "core." and the name of a message.

plain = { $text }

# Games, versions and options
unknown-game = there is no game { $name }; the games: { $games }
unknown-rules = { $game } has no rules version { $rules }; known versions: { $known }
newer-rules = rules version { $rules } of { $game } is newer than this installation, which knows versions up to { $newest }
older-rules = played by rules version { $rules }; the newest is version { $newest }
no-rules-text = { $game } has no RULES.md
no-dealer = { $game } has no dealer
variation-before-moves = a variation stands after the move that it replaces
variation-empty = this variation has no moves
variation-too-deep = variations are nested at most { $most } deep
variation-without-end = this variation has no closing parenthesis
variation-without-start = a closing parenthesis without an opening one
wrong-action = an action is a number from 0 to { $last }, not { $action }
wrong-players = { $game } is for { $counts } players, not { $players }
unknown-option =
    { $players ->
        [one] { $game } with 1 player has no option { $name }; its options: { $known }
       *[other] { $game } with { $players } players has no option { $name }; its options: { $known }
    }
no-options =
    { $players ->
        [one] { $game } with 1 player has no options, so { $name } cannot be set
       *[other] { $game } with { $players } players has no options, so { $name } cannot be set
    }
wrong-choice = the option { $name } cannot be { $value }; possible values: { $values }
wrong-number = the option { $name } must be a number from { $low } to { $high }, not { $value }
option-form = an option is written name=value, not { $text }
option-twice = the option { $name } is given twice
wrong-material = { $name } must be a text or an object that its parser returns, not { $value }

# Records
record-bytes = a record has at most { $most } bytes
record-characters = a record has at most { $most } characters
record-not-utf8 = this is not UTF-8 text
tag-missing = the tag [{ $tag } "…"] is missing
tag-form = a tag is written [Name "value"], not { $text }
tag-twice = the tag { $tag } is given twice
comment-without-end = this comment has no closing brace
comment-without-start = a closing brace without an opening one
material-is-tag = { $name } is not an option; a tag names it
material-needed = this record needs its own { $name } ({ $digest }); give the file with --{ $name }
breaks-rule = rule { $rule }: { $reason }
no-scores = Scores is { $scores }, but { $game } has no scores here
wrong-scores = Scores is { $scores }, but the moves give { $expected }
wrong-termination = Termination cannot be { $value }; possible values: { $values }
needless-termination = the game ended by the rules, so it cannot have a Termination
result-form = a game that the players ended needs a Result: the winning seats, such as 1 or 1,2, or - for nobody
wrong-result = Result is { $result }, but the moves give { $expected }

# Solutions
wrong-bound =
    { $side ->
        [low] the lower bound { $bound } is wrong
       *[high] the upper bound { $bound } is wrong
    }
not-verified =
    { $positions ->
        [one] not verified in the time given; 1 position was correct so far
       *[other] not verified in the time given; { $positions } positions were correct so far
    }

# Puzzles
puzzle-kind = there is no kind of puzzle { $kind } in this game; the kinds: { $known }
puzzle-nobody-moves = nobody is to move in this position
puzzle-over = the puzzle is over after one move
puzzle-not-single = the position does not have a single answer
puzzle-wrong-answer = the answer is { $line }, not { $claimed }
puzzle-wrong-variations = the variations are not the other defences
puzzle-wrong-themes = the themes are { $themes }
puzzle-grade = a grade is written as a number and its interval, such as 1400 1350-1450, not { $grade }

# Engines
engine-not-started = the engine { $engine } does not start: { $why }
engine-other-game = the engine { $engine } does not play { $game }; its games: { $known }
engine-hangs = the engine { $engine } did not answer in time
engine-ended = the engine { $engine } has ended by itself, with status { $status }
engine-floods = the engine { $engine } writes more than { $most } bytes without an answer
engine-nonsense = the engine { $engine } answers { $text }, which is not a move
engine-illegal = the engine { $engine } plays { $move }, which is not legal: { $why }
