"""Da Capo at speed: a whole position in one flat array, legal moves, apply, undo, random games.

Each pile is linked with the nearest pile in the four directions. A capture only empties its source square, so it
takes that one pile out of the links, and undo puts it back by the links the pile itself still holds.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.core.game import DEALER
from encore.games.dacapo.moves import Capture, Move, Switch
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import COLOURS, EMPTY_SQUARES, FISH, OCTOPUS, SHARK, SIZE, Pile

# One position: a number for each square (0 if empty, else colour, value and height packed), then these fields.
NOWHERE = SIZE * SIZE
TURN, RIGHTS, SCORES, ROUNDS, STARTER, ORDER, DEALT = 37, 38, 42, 46, 47, 48, 52
PLAYERS, SWITCH, TARGET, LIMIT = 53, 54, 55, 56
LINKS, DEPTH, STACK = 57, 57 + 4 * SIZE * SIZE, 58 + 4 * SIZE * SIZE
WIDTH = STACK + 128

FIRST, EVERY_TURN, NEVER = 0, 1, 2
SWITCHES = SIZE**4
"""Codes from here on are switches: 36 of the Octopus, 36 of the Shark."""
MOST_MOVES = 256
BUFFER = 256 + 4 * 64 + 64

_MODES = {"first": FIRST, "every-turn": EVERY_TURN, "never": NEVER}
_RIGHTS: dict[tuple[int, ...], int] = {(): 0, (OCTOPUS,): 1, (SHARK,): 2, (OCTOPUS, SHARK): 3}
_SHARES = 12
"""A win in twelfths, so that sums of shared wins are exact in any order."""

Position = NDArray[np.int64]


def pack(pile: Pile | None) -> int:
    """Return a pile as a number."""
    return 0 if pile is None else pile.colour | pile.value << 2 | pile.height << 7


def unpack(number: int) -> Pile | None:
    """Return the pile that a number stands for."""
    return Pile(number & 3, number >> 2 & 31, number >> 7) if number else None


@compiled
def _link(p: Position) -> None:
    """Link every pile with its nearest one to the right, to the left, below and above."""
    for square in range(36):
        for way in range(4):
            step = 1 if way == 0 else -1 if way == 1 else 6 if way == 2 else -6
            room = 5 - square % 6 if way == 0 else square % 6 if way == 1 else 5 - square // 6
            if way == 3:
                room = square // 6
            met = square
            found = 36
            for _ in range(room):
                met += step
                if p[met]:
                    found = met
                    break
            p[LINKS + 4 * square + way] = found


@compiled
def catches(catcher: int, caught: int) -> bool:
    """Tell whether one pile may capture another that it meets; an empty square (0) is never caught."""
    return caught != 0 and (catcher ^ caught) & 3 != 0 and (caught & 124) <= (catcher & 124)


@compiled
def _can_capture(p: Position, colour: int) -> bool:
    for square in range(36):
        pile = p[square]
        if pile and pile & 3 == colour:
            for way in range(4):
                if catches(pile, p[p[LINKS + 4 * square + way]]):
                    return True
    return False


@compiled
def _captures(p: Position, moves: Position) -> int:
    """Write the captures of the colour whose turn it is, and return how many there are."""
    count = 0
    for square in range(36):
        pile = p[square]
        if pile and pile & 3 == p[TURN]:
            for way in range(4):
                target = p[LINKS + 4 * square + way]
                if catches(pile, p[target]):
                    moves[count] = 36 * square + target
                    count += 1
    return count


@compiled
def _beside_rival(p: Position, square: int, seat: int) -> bool:
    """Tell whether an Octopus or Shark of an opponent stands on one of the adjacent squares."""
    for way in range(4):
        beside = p[LINKS + 4 * square + way]
        far = abs(beside - square)
        if beside < 36 and p[beside] & 124 >= 60 and far == (1 if way < 2 else 6):
            rival = p[beside] & 3
            if (rival - seat) & 1 if p[PLAYERS] == 4 else rival != seat:
                return True
    return False


@compiled
def _may_switch(p: Position, here: int, other: int, seat: int) -> bool:
    """Tell whether the Octopus or Shark ``here`` may change places with another own pile."""
    big = p[other] & 124 >= 60
    if big and (p[here] & 124 == 60 or p[RIGHTS + seat] != 3):
        return False
    if _beside_rival(p, other, seat) or (big and _beside_rival(p, here, seat)):
        return False
    p[here], p[other] = p[other], p[here]
    able = _can_capture(p, seat)
    p[here], p[other] = p[other], p[here]
    return able


@compiled
def _find(p: Position, seat: int, value: int) -> int:
    for square in range(36):
        if p[square] & 127 == seat | value << 2:
            return square
    return 36


@compiled
def legal_moves(p: Position, moves: Position) -> int:
    """Write the captures, then the switches, of the seat to move, and return how many there are."""
    seat = p[TURN]
    if seat < 0:
        return 0
    count = _captures(p, moves)
    for shark in range(2):
        if p[RIGHTS + seat] >> shark & 1:
            here = _find(p, seat, 16 - shark)
            for other in range(36 if here < 36 else 0):
                if other != here and p[other] and p[other] & 3 == seat and _may_switch(p, here, other, seat):
                    moves[count] = SWITCHES + 36 * shark + other
                    count += 1
    return count


@compiled
def _end_round(p: Position, sign: int) -> None:
    """End the round and add its fish to the scores; with the sign -1, begin it again."""
    p[TURN] = -1
    p[ROUNDS] += sign
    for square in range(36):
        if p[square] and p[PLAYERS] > 1:
            colour, height = p[square] & 3, p[square] >> 7
            p[SCORES + colour] += sign * height
            if p[PLAYERS] == 4:
                p[SCORES + (colour ^ 2)] += sign * height


@compiled
def _pass_turn(p: Position, first: int) -> bool:
    """Give the turn to the first colour, from a place in the order on, that can capture; else end the round."""
    colours = 4 if p[PLAYERS] == 1 else p[PLAYERS]
    for turn in range(colours):
        colour = p[ORDER + (first + turn) % colours]
        if _can_capture(p, colour):
            p[TURN] = colour
            return False
    _end_round(p, 1)
    return True


@compiled
def _place_in_order(p: Position, colour: int) -> int:
    place = 0
    while p[ORDER + place] != colour:
        place += 1
    return place


@compiled
def _take(p: Position, source: int, target: int) -> None:
    """Move one pile onto another, and take its old square out of the links."""
    p[target] = (p[source] & 127) | ((p[source] >> 7) + (p[target] >> 7)) << 7
    p[source] = 0
    for way in range(0, 4, 2):
        one, other = p[LINKS + 4 * source + way], p[LINKS + 4 * source + way + 1]
        if one < 36:
            p[LINKS + 4 * one + way + 1] = other
        if other < 36:
            p[LINKS + 4 * other + way] = one


@compiled
def _rights_after(p: Position) -> int:
    return 3 if p[SWITCH] == EVERY_TURN and p[PLAYERS] > 1 else 0


@compiled
def apply_capture(p: Position, source: int, target: int) -> None:
    """Capture, and note on the stack what was there."""
    colour = p[TURN]
    note = p[source] | p[target] << 14 | (36 * source + target) << 28 | colour << 39 | p[RIGHTS + colour] << 41
    _take(p, source, target)
    p[RIGHTS + colour] = _rights_after(p)
    ended = _pass_turn(p, _place_in_order(p, colour) + 1)
    p[STACK + p[DEPTH]] = note | ended << 43 | 1 << 45
    p[DEPTH] += 1


@compiled
def apply_switch(p: Position, code: int) -> None:
    """Let the Octopus or the Shark change places; the same seat goes on."""
    seat, shark, other = p[TURN], (code - SWITCHES) // 36, (code - SWITCHES) % 36
    here = _find(p, seat, 16 - shark)
    p[STACK + p[DEPTH]] = (36 * here + other) << 28 | seat << 39 | p[RIGHTS + seat] << 41 | 1 << 44 | 1 << 45
    p[DEPTH] += 1
    p[RIGHTS + seat] &= 0 if p[other] & 124 >= 60 else ~(1 << shark)
    p[here], p[other] = p[other], p[here]


@compiled
def apply_move(p: Position, code: int) -> None:
    """Play a legal move."""
    if code >= SWITCHES:
        apply_switch(p, code)
    else:
        apply_capture(p, code // 36, code % 36)


@compiled
def undo_move(p: Position) -> None:
    """Take the last move back; every number is what it was before."""
    p[DEPTH] -= 1
    note = p[STACK + p[DEPTH]]
    p[STACK + p[DEPTH]] = 0
    one, other = (note >> 28 & 2047) // 36, (note >> 28 & 2047) % 36
    if note >> 43 & 1:
        _end_round(p, -1)
    p[TURN] = note >> 39 & 3
    p[RIGHTS + p[TURN]] = note >> 41 & 3
    if note >> 44 & 1:
        p[one], p[other] = p[other], p[one]
        return
    p[one], p[other] = note & 16383, note >> 14 & 16383
    for way in range(4):
        beside = p[LINKS + 4 * one + way]
        if beside < 36:
            p[LINKS + 4 * beside + (way ^ 1)] = one


@compiled
def shown_colours(p: Position) -> int:
    """Return the colours on top of piles, as bits."""
    shown = 0
    for square in range(36):
        if p[square]:
            shown |= 1 << (p[square] & 3)
    return shown


@compiled
def winners(p: Position) -> int:
    """Return the seats that have won, as bits; 0 if the game goes on, 16 if it is over and lost."""
    if p[TURN] >= 0 or not p[DEALT]:
        return 0
    shown = shown_colours(p)
    if p[PLAYERS] == 1:
        return 1 if shown == 1 << p[ORDER + 3] else 16
    if p[PLAYERS] < 4 and shown & (shown - 1) == 0:
        return shown
    most = 0
    for seat in range(p[PLAYERS]):
        most = max(most, p[SCORES + seat])
    if most < p[TARGET] and (p[LIMIT] == 0 or p[ROUNDS] < p[LIMIT]):
        return 0
    won = 0
    for seat in range(p[PLAYERS]):
        if p[SCORES + seat] == most:
            won |= 1 << seat
    return won


@compiled
def seeded(seed: int, number: int) -> int:
    """Return the start of the generator for one of many random games: never 0."""
    x = seed + (number + 1) * -7046029254386353131
    x = (x ^ (x >> 30 & 0x3FFFFFFFF)) * -4658895280553007687
    x = (x ^ (x >> 27 & 0x1FFFFFFFFF)) * -7723592293110705685
    x ^= x >> 31 & 0x1FFFFFFFF
    return x if x else 88172645463325252


@compiled
def random_below(generator: Position, below: int) -> int:
    """Return a random number below a small one (xorshift)."""
    x = generator[0]
    x ^= x << 13
    x ^= x >> 7 & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    generator[0] = x
    return (x >> 33 & 0x7FFFFFFF) * below >> 31


@compiled
def _shuffle(generator: Position, things: Position) -> None:
    for last in range(len(things) - 1, 0, -1):
        other = random_below(generator, last + 1)
        things[last], things[other] = things[other], things[last]


@compiled
def deal(p: Position, fish: Position, seas: Position, generator: Position) -> None:
    """Lay the fish at random on the squares that take one, and begin the round."""
    _shuffle(generator, fish)
    p[:36] = 0
    for i in range(len(fish)):
        p[seas[i]] = fish[i]
    _link(p)
    if p[PLAYERS] == 1:
        for place in range(4):
            p[ORDER + place] = place
        _shuffle(generator, p[ORDER : ORDER + 4])
    elif p[STARTER] < 0:
        for seat in range(p[PLAYERS]):
            p[ORDER + seat] = seat
    p[STARTER] = (p[STARTER] + 1) % p[PLAYERS] if p[STARTER] >= 0 else fish[-1] & 3
    if p[PLAYERS] > 1 and p[SWITCH] != NEVER:
        p[RIGHTS : RIGHTS + p[PLAYERS]] = 3
    p[DEALT] = 1
    p[DEPTH] = 0
    _pass_turn(p, _place_in_order(p, p[STARTER]))


@compiled
def guess_switch(p: Position, guess: int, seat: int) -> bool:
    """Tell whether one of 72 guesses is a legal switch."""
    shark, other = guess // 36, guess % 36
    if p[RIGHTS + seat] >> shark & 1 == 0 or p[other] == 0 or p[other] & 3 != seat:
        return False
    here = _find(p, seat, 16 - shark)
    return here < 36 and here != other and _may_switch(p, here, other, seat)


# In a random round each colour's squares are kept in a list (colours * 64 numbers: 36 squares, at 63 how many),
# and the place of each square in its list, so that listing captures meets own piles only and takes no branches.


@compiled
def _muster(p: Position, lists: Position, places: Position) -> None:
    for colour in range(4):
        lists[64 * colour + 63] = 0
    for square in range(36):
        if p[square]:
            head = 64 * (p[square] & 3)
            places[square] = lists[head + 63]
            lists[head + lists[head + 63]] = square
            lists[head + 63] += 1


@compiled
def _move_in_lists(p: Position, source: int, target: int, lists: Position, places: Position) -> None:
    own, foe = 64 * (p[source] & 3), 64 * (p[target] & 3)
    lists[foe + 63] -= 1
    last = lists[foe + lists[foe + 63]]
    lists[foe + places[target]] = last
    places[last] = places[target]
    lists[own + places[source]] = target
    places[target] = places[source]


@compiled
def _list_captures(p: Position, colour: int, lists: Position, moves: Position) -> int:
    count, head = 0, 64 * colour
    for i in range(lists[head + 63]):
        square = lists[head + i]
        pile = p[square]
        for way in range(4):
            target = p[LINKS + 4 * square + way]
            caught = p[target]
            moves[count] = 64 * square + target
            count += (caught != 0) & ((caught & 3) != colour) & ((caught & 124) <= (pile & 124))
    return count


@compiled
def play_round(p: Position, buffer: Position, generator: Position) -> int:
    """Play at random to the end of the round, each legal move as likely, and return how many moves that took."""
    moves, lists, places = buffer[:256], buffer[256:512], buffer[512:]
    _muster(p, lists, places)
    colours = 4 if p[PLAYERS] == 1 else p[PLAYERS]
    played, passed = 0, 0
    place = _place_in_order(p, p[TURN]) if p[TURN] >= 0 else 0
    while p[TURN] >= 0 and passed < colours:
        colour = p[ORDER + place]
        captures = _list_captures(p, colour, lists, moves)
        passed += 1
        while captures:
            guess = random_below(generator, captures + (72 if p[RIGHTS + colour] else 0))
            if guess < captures:
                source, target = moves[guess] >> 6, moves[guess] & 63
                _move_in_lists(p, source, target, lists, places)
                _take(p, source, target)
                p[RIGHTS + colour] = _rights_after(p)
                played, passed = played + 1, 0
                break
            if guess_switch(p, guess - captures, colour):
                p[TURN], p[DEPTH] = colour, 0
                apply_switch(p, SWITCHES + guess - captures)
                captures = _list_captures(p, colour, lists, moves)
                played += 1
        place = place + 1 if place + 1 < colours else 0
    if p[TURN] >= 0:
        _end_round(p, 1)
    return played


@compiled
def _copy(numbers: Position, to: Position, count: int) -> None:
    for i in range(count):
        to[i] = numbers[i]


@compiled
def _play_games(position: Position, fish: Position, seas: Position, seed: int, first: int, last: int) -> Position:
    """Play random games to the end, and return what each seat has won, in twelfths."""
    won = np.zeros(4, np.int64)
    p, buffer, generator = position.copy(), np.zeros(BUFFER, np.int64), np.zeros(1, np.int64)
    shuffled = fish.copy()
    for number in range(first, last):
        _copy(position, p, WIDTH)
        _copy(fish, shuffled, len(fish))
        p[DEPTH] = 0
        generator[0] = seeded(seed, number)
        play_round(p, buffer, generator)
        while winners(p) == 0:
            deal(p, shuffled, seas, generator)
            play_round(p, buffer, generator)
        winning = winners(p) & 15
        count = (winning & 1) + (winning >> 1 & 1) + (winning >> 2 & 1) + (winning >> 3)
        for seat in range(4):
            if winning >> seat & 1:
                won[seat] += 12 // count
    return won


@compiled
def _play_rounds(position: Position, fish: Position, seas: Position, seed: int, count: int) -> int:
    """Deal and play random rounds, each from the same score, and return how many moves they took."""
    p, buffer, generator = position.copy(), np.zeros(BUFFER, np.int64), np.zeros(1, np.int64)
    fish = fish.copy()
    played = 0
    generator[0] = seeded(seed, 0)
    for _ in range(count):
        _copy(position, p, LINKS)
        deal(p, fish, seas, generator)
        played += play_round(p, buffer, generator)
    return played


class Kernel:
    """The moves of Da Capo over flat arrays; the same game as the readable rules, many times faster."""

    def __init__(self, game: DaCapo) -> None:
        self.game = game
        self.fish = np.array([pack(fish) for fish in FISH[game.players]], np.int64)
        empty = EMPTY_SQUARES[game.players]
        self.seas = np.array([square for square in range(SIZE * SIZE) if square not in empty], np.int64)

    def encode(self, s: State) -> Position:
        """Return a state as an array, with an empty undo stack."""
        p = np.zeros(WIDTH, np.int64)
        p[: len(s.piles)] = [pack(pile) for pile in s.piles]
        p[TURN] = -1 if s.turn is None else s.turn
        p[RIGHTS : RIGHTS + len(s.rights)] = [_RIGHTS[right] for right in s.rights]
        p[SCORES : SCORES + len(s.scores)] = s.scores
        p[ROUNDS] = s.rounds
        p[STARTER] = -1 if s.starter is None else s.starter
        p[ORDER : ORDER + len(COLOURS)] = -1
        p[ORDER : ORDER + len(s.order)] = s.order
        p[DEALT] = bool(s.piles)
        p[PLAYERS] = self.game.players
        if not self.game.solo:
            options = self.game.options
            p[SWITCH : LIMIT + 1] = _MODES[str(options["switch"])], int(options["target"]), int(options["rounds"])
        _link(p)
        return p

    def decode(self, position: Position) -> State:
        """Return the state that an array holds."""
        p = position.tolist()
        if not p[DEALT]:
            return self.game.initial()
        seats = 0 if self.game.solo else self.game.players
        values = {number: right for right, number in _RIGHTS.items()}
        return State(
            tuple(unpack(number) for number in p[:NOWHERE]),
            None if p[TURN] < 0 else p[TURN],
            tuple(values[number] for number in p[RIGHTS : RIGHTS + seats]),
            tuple(p[SCORES : SCORES + seats]),
            p[ROUNDS],
            p[STARTER],
            tuple(p[ORDER : ORDER + (seats or len(COLOURS))]),
        )

    def to_move(self, position: Position) -> int | None:
        """Return the seat to move, the dealer, or None when the game is over."""
        if position[TURN] >= 0:
            return 0 if self.game.solo else int(position[TURN])
        return None if winners(position) else DEALER

    def scores(self, position: Position) -> tuple[int, ...]:
        """Return the points of the finished rounds."""
        seats = 0 if self.game.solo else self.game.players
        return tuple(position[SCORES : SCORES + seats].tolist())

    def legal(self, position: Position) -> NDArray[np.int64]:
        """Return the codes of the captures, then of the switches, of the seat to move."""
        moves = np.zeros(MOST_MOVES, np.int64)
        return moves[: legal_moves(position, moves)]

    def apply(self, position: Position, code: int) -> None:
        """Play a legal move in place."""
        apply_move(position, code)

    def undo(self, position: Position) -> None:
        """Take back the last move that was applied."""
        undo_move(position)

    def encode_move(self, move: Move) -> int:
        """Return the code of a capture or a switch."""
        if isinstance(move, Capture):
            return NOWHERE * move.source + move.target
        assert isinstance(move, Switch), "the dealer's moves have no code"
        return SWITCHES + NOWHERE * (OCTOPUS - move.value) + move.other

    def decode_move(self, code: int) -> Move:
        """Return the capture or the switch that a code stands for."""
        if code >= SWITCHES:
            shark, other = divmod(code - SWITCHES, NOWHERE)
            return Switch(OCTOPUS - shark, other)
        return Capture(*divmod(code, NOWHERE))

    def playouts(self, position: Position, count: int, seed: int, threads: int = 1) -> NDArray[np.float64]:
        """Return what each seat wins in so many random games from here to the end of the game.

        The sums are the same for the same seed and count, whatever the number of threads.
        """
        bounds = [count * part // threads for part in range(threads + 1)]

        def play(first: int, last: int) -> NDArray[np.int64]:
            return _play_games(position, self.fish, self.seas, seed, first, last)

        if threads == 1:
            won = play(0, count)
        else:
            with ThreadPoolExecutor(threads) as pool:
                won = sum(pool.map(play, bounds[:-1], bounds[1:]), np.zeros(4, np.int64))
        return won[: self.game.players] / _SHARES

    def rounds(self, count: int, seed: int) -> int:
        """Deal and play so many random rounds, and return how many moves that took."""
        return int(_play_rounds(self.encode(self.game.initial()), self.fish, self.seas, seed, count))
