"""Positions, records and lessons without a table. Nothing here is stored or secret."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from encore.core.errors import IllegalMove, NotationError, OptionError
from encore.core.fact import Fact, fact_of
from encore.core.game import DEALER, AnyGame
from encore.core.lesson import Step
from encore.core.record import Record, Variation, parse_record
from encore.core.registry import find, games, package_named, package_of
from encore.core.replay import check_tags, game_of, older_rules, replay_line, start_of
from encore.core.replay import replay as play_again
from encore.core.words import in_words
from encore.server.domain.decisions import Refusal
from encore.server.domain.proof import told, verify

LONGEST_RECORD = 128 * 1024
MOST_MOVES = 4000
"""Moves of a record, with those of its variations."""
MOST_SEATS = 64
"""A limit for requests; no game has that many seats."""
DEMO_BEGINS, DEMO_PLIES = 6, 26
"""The moves shown in a demonstration; the opening moves are skipped because little happens in them."""


class Reached(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, after some moves; without ``position``, from the beginning.

    ``rules`` is the rules version; the default is the newest.
    """

    game: Annotated[str, Meta(max_length=32)]
    position: Annotated[str, Meta(max_length=8192)] = ""
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    options: dict[Annotated[str, Meta(max_length=32)], Annotated[str, Meta(max_length=32)] | int] = {}
    moves: Annotated[tuple[Annotated[str, Meta(max_length=512)], ...], Meta(max_length=400)] = ()
    rules: Annotated[int, Meta(ge=1, le=10**6)] | None = None


class Looked(Reached, frozen=True, forbid_unknown_fields=True):
    """A request to show a position, after some moves. ``open`` shows hidden information, as in a replay.

    ``preview`` is a move to try: the answer says what it would do, as at a table. With ``explain`` an illegal move is
    not a failed request: the answer is the position before it, with the reason in ``illegal``. With ``draw`` the answer
    has a move that the dealer may make.
    """

    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None = None
    open: bool = False
    preview: Annotated[str, Meta(max_length=512)] = ""
    explain: bool = False
    draw: bool = False


class Illegal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a move cannot be played: ``why`` in English, ``fact`` as data."""

    why: str
    rule: str | None = None
    fact: Fact | None = None


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is visible in a position; ``told`` is the last move that led to it in words."""

    position: str
    board: dict[str, Any]
    to_move: int | None
    scores: tuple[int, ...]
    value: tuple[float, ...]
    winners: tuple[int, ...] | None = None
    reason: str = ""
    fact: Fact | None = None
    preview: dict[str, Any] | None = None
    illegal: Illegal | None = None
    told: Fact | None = None
    drawn: str = ""


class Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to replay."""

    record: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_RECORD})]


class Verified(msgspec.Struct, frozen=True):
    """How many deals of a record follow from its seed; what else was checked or is missing, in English and as data."""

    deals: int
    said: tuple[str, ...]
    facts: tuple[Fact, ...]


class Commented(msgspec.Struct, frozen=True):
    """A comment after some moves of its line."""

    after: int
    text: str


class ReplayedVariation(msgspec.Struct, frozen=True):
    """Moves that replace those of their line after the first ``after`` moves."""

    after: int
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    told: tuple[Fact, ...]
    comments: tuple[Commented, ...]
    variations: tuple[ReplayedVariation, ...]


class Replay(msgspec.Struct, frozen=True):
    """A whole game to step through: ``positions`` has one more entry than ``moves``. ``movers`` are seats or -1.

    ``measure`` says what ``values`` count; without it they are points. ``first`` is the chair of the first seat in a
    game of a table. ``teams`` are the seats that win and lose together, in a game with teams.
    """

    game: str
    players: int
    options: dict[str, str | int]
    tags: dict[str, str]
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    positions: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    turning: tuple[int, ...]
    winners: tuple[int, ...] | None
    reason: str
    record: str
    fact: Fact | None = None
    rules: int = 0  # 0.1.0 did not send it
    newest_rules: int = 0
    rules_fact: Fact | None = None
    told: tuple[Fact, ...] = ()
    measure: Fact | None = None
    first: int = 0
    comments: tuple[Commented, ...] = ()
    variations: tuple[ReplayedVariation, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()


class MoveWords(msgspec.Struct, frozen=True):
    """The moves of a game in words, as one seat may know them; null for what the dealer does in secret."""

    told: tuple[Fact | None, ...]


class Advice(NamedTuple):
    """What a hint says about a move: the cells to look at, the reasons, and the move in words."""

    where: tuple[str, ...]
    facts: tuple[Fact, ...]
    told: Fact


def open_game(name: str, players: int | None, options: dict[str, str | int], rules: int | None = None) -> AnyGame:
    """Return a game for a request from outside. Only declared options are allowed, because others may name files."""
    kind = find(name, rules)
    most = max(count for each in games().values() for count in each.player_counts)
    if players is not None and players > most:
        raise Refusal("frame", Fact("server.too-many-players", most=most))
    count = players or kind.default_players
    if unknown := options.keys() - kind.options_for(count).keys():
        raise kind.unknown_option(min(unknown), count)
    return kind(players, **options)


def picture(game: AnyGame, view: Any, seat: int | None) -> dict[str, Any]:
    """Return the data that a page needs to draw a view; a game without a ``board`` is shown as text with its moves."""
    board = package_of(type(game)).board.load()
    if board is not None:
        drawn: dict[str, Any] = board.picture(game, view, seat)
        return drawn
    mine = seat is not None and game.to_move(view) == seat
    legal = game.legal_moves(view) if mine else ()
    return {"text": game.format_state(view), "moves": [{"move": game.format_move(move)} for move in legal]}


def preview(game: AnyGame, view: Any, text: str) -> dict[str, Any]:
    """Return what a move would do, or raise IllegalMove or NotationError."""
    move = game.parse_move(view, text)
    after = game.play(view, move)
    board = package_of(type(game)).board.load()
    if board is not None:
        foreseen: dict[str, Any] = board.preview(game, view, move)
        return foreseen
    return {"picture": picture(game, after, None)}


def advice(game: AnyGame, view: Any, text: str) -> Advice:
    """Return where to look and why, for a bot's move."""
    move = game.parse_move(view, text)
    told = in_words(game, view, move, game.play(view, move))
    evaluate = package_of(type(game)).advice.load()
    if evaluate is None:
        return Advice((), (), told)
    where, reasons = evaluate.where(game, view, move), evaluate.reasons(game, view, move)
    return Advice(tuple(where), tuple(map(fact_of, reasons)), told)


def told_to(seat: int | None, game: AnyGame, before: Any, move: Any, after: Any) -> Fact:
    """Return a move in words from what a seat may see before and after it; None is a spectator."""
    return in_words(game, game.view(before, seat), move, game.view(after, seat))


def told_moves(game: AnyGame, moves: Sequence[str], seat: int | None) -> MoveWords:
    """Return the moves of a game in words, as a seat may know them; None is a spectator."""
    s, told = game.initial(), list[Fact | None]()
    for text in moves:
        move, secret = game.parse_move(s, text), game.hidden and game.to_move(s) == DEALER
        before, s = s, game.play(s, move)
        told.append(None if secret else told_to(seat, game, before, move, s))
    return MoveWords(tuple(told))


def seen_after(game: AnyGame, moves: Sequence[str], seat: int | None) -> Sight:
    """Show what a seat may see after the first moves of a game; None is a spectator."""
    s = game.initial()
    for text in moves:
        s = game.play(s, game.parse_move(s, text))
    view = game.view(s, seat)
    return _described(game, view, view, seat)


def value(game: AnyGame, s: Any) -> tuple[float, ...]:
    """Return how well each seat stands: as the game itself measures it, else its points, else 0.

    It must not help in a game that is being played, so nothing is estimated here.
    """
    standing = package_of(type(game)).standing.load()
    return tuple(map(float, standing(game, s) if standing else game.scores(s) or (0,) * game.players))


def asked_start(asked: Reached) -> tuple[AnyGame, Any]:
    """Return a game and the position before the moves of a request."""
    game = open_game(asked.game, asked.players, asked.options, asked.rules)
    return game, game.parse_state(asked.position) if asked.position else game.initial()


def reached(asked: Reached) -> tuple[AnyGame, list[Any]]:
    """Return a game and its positions along some moves; raise EncoreError if they cannot be read or played."""
    game, start = asked_start(asked)
    states = [start]
    for text in asked.moves:
        states.append(game.play(states[-1], game.parse_move(states[-1], text)))
    return game, states


def look(asked: Looked) -> Sight:
    """Show a position; raise EncoreError if it cannot be read or played."""
    (game, s), told = asked_start(asked), None
    for number, text in enumerate(asked.moves, 1):
        try:
            before, move = s, game.parse_move(s, text)
            s = game.play(before, move)
            if number == len(asked.moves):
                told = in_words(game, before, move, s)
        except (IllegalMove, NotationError) as error:
            if not asked.explain:
                raise
            illegal = Illegal(str(error), getattr(error, "rule", None), error.fact)
            return msgspec.structs.replace(_sight(game, s, asked.seat, asked.open), illegal=illegal)
    drawn = game.format_move(game.deal(s, Random())) if asked.draw and game.to_move(s) == DEALER else ""
    sight = msgspec.structs.replace(_sight(game, s, asked.seat, asked.open), told=told, drawn=drawn)
    if not asked.preview:
        return sight
    view = game.view(s, sight.to_move if asked.seat is None else asked.seat)
    return msgspec.structs.replace(sight, preview=preview(game, view, asked.preview))


def _sight(game: AnyGame, s: Any, seat: int | None, everything: bool) -> Sight:
    mover = game.to_move(s)
    if seat is None and mover is not None and mover != DEALER and not everything:
        seat = mover
    if seat is not None and seat >= game.players:
        raise OptionError(Fact("server.no-seat", seat=seat + 1, players=game.players))
    return _described(game, s, s if everything else game.view(s, seat), seat)


def _described(game: AnyGame, s: Any, view: Any, seat: int | None) -> Sight:
    """Return a position, drawn as ``view``."""
    outcome = game.outcome(s)
    return Sight(
        game.format_state(s),
        picture(game, view, seat),
        game.to_move(s),
        game.scores(s),
        value(game, s),
        outcome.winners if outcome else None,
        outcome.reason if outcome else "",
        outcome.fact if outcome else None,
    )


def replay(text: str, first: int = 0) -> Replay:
    """Replay a record; raise RecordError if it is invalid. ``first`` is the chair of the first seat."""
    record = _read_record(text)
    game = game_of(record)
    plies = list(play_again(record, game))
    states = [start_of(record, game), *(ply.state for ply in plies)]
    check_tags(record, game, states[-1])
    outcome = game.outcome(states[-1])
    values, measure = tuple(value(game, s) for s in states), package_of(type(game)).measure.load()
    sides = sorted({tuple(sorted(game.partners(seat))) for seat in range(game.players)})
    return Replay(
        game.name,
        game.players,
        dict(game.changed_options),
        dict(record.tags),
        tuple(game.format_move(ply.move) for ply in plies),
        tuple(ply.seat for ply in plies),
        tuple(map(game.format_state, states)),
        values,
        turning_points([[each[one] for one, *_ in sides] for each in values]),
        outcome.winners if outcome else None,
        outcome.reason if outcome else "",
        text,
        outcome.fact if outcome else None,
        game.rules_version,
        find(game.name).rules_version,
        older_rules(game),
        tuple(in_words(game, before, ply.move, ply.state) for before, ply in zip(states, plies, strict=False)),
        measure(game) if measure else None,
        first,
        _comments(record),
        _variations(record, game, states),
        tuple(sides) if len(sides) < game.players else (),
    )


def _read_record(text: str) -> Record:
    if len(text) > LONGEST_RECORD:
        raise OptionError(Fact("server.record-too-long", length=LONGEST_RECORD))
    record = parse_record(text)
    if _moves_in(record) > MOST_MOVES:
        raise OptionError(Fact("server.too-many-moves", most=MOST_MOVES))
    return record


def verified(text: str) -> Verified:
    """Verify the deals of a record; raise DealError if they do not follow from what was promised."""
    record = _read_record(text)
    deals, facts = verify(record, game_of(record)), told(record.tags)
    return Verified(deals, tuple(map(str, facts)), facts)


def _moves_in(line: Record | Variation) -> int:
    return len(line.moves) + sum(map(_moves_in, line.variations))


def _comments(line: Record | Variation) -> tuple[Commented, ...]:
    return tuple(Commented(comment.after, comment.text) for comment in line.comments)


def _variations(line: Record | Variation, game: AnyGame, states: Sequence[Any]) -> tuple[ReplayedVariation, ...]:
    found = list[ReplayedVariation]()
    for variation in line.variations:
        plies = list(replay_line(variation, game, states[variation.after]))
        own = [states[variation.after], *(ply.state for ply in plies)]
        told = tuple(in_words(game, before, ply.move, ply.state) for before, ply in zip(own, plies, strict=False))
        moves = tuple(game.format_move(ply.move) for ply in plies)
        seats = tuple(ply.seat for ply in plies)
        comments = _comments(variation)
        found.append(
            ReplayedVariation(variation.after, moves, seats, told, comments, _variations(variation, game, own))
        )
    return tuple(found)


def turning_points(values: Sequence[Sequence[float]]) -> tuple[int, ...]:
    """Return the plies after which the lead changes to another seat and stays there."""
    leaders = [_leader(each) for each in values]
    found, ahead = list[int](), None
    for ply, (leader, then) in enumerate(zip(leaders, [*leaders[1:], None], strict=True)):
        # A lead that the very next move reverses is no turning point.
        if leader is None or (ahead is not None and leader != ahead and then == ahead):
            continue
        if ahead is not None and leader != ahead:
            found.append(ply)
        ahead = leader
    return tuple(found)


def _leader(values: Sequence[float]) -> int | None:
    leaders = [seat for seat, points in enumerate(values) if points == max(values)]
    return leaders[0] if len(leaders) == 1 else None


@cache
def lessons(name: str) -> dict[str, Any]:
    """Return the lessons of a game with their positions drawn."""
    found = package_named(name).lessons.load() or ()
    return {
        "lessons": [
            {**_texts(title=lesson.title), "steps": [_step(name, step) for step in lesson.steps]} for lesson in found
        ]
    }


def _texts(**said: str | Fact) -> dict[str, Any]:
    """Return texts in English, each with its fact; an empty text has none."""
    facts = {f"{name}_fact": fact_of(text) for name, text in said.items() if text}
    return {**{name: str(text) for name, text in said.items()}, **facts}


def _step(name: str, step: Step) -> dict[str, Any]:
    game = open_game(name, step.players, dict(step.options))
    s = game.parse_state(step.position)
    accept = step.accept
    if step.any_move:
        accept = tuple(game.format_move(move) for move in game.legal_moves(s))
    return {
        **_texts(text=step.text, wrong=step.wrong, done=step.done),
        "position": step.position,
        "players": step.players,
        "options": dict(step.options),
        "board": _sight(game, s, step.seat, False).board,
        "accept": accept,
    }


@cache
def demo(name: str) -> dict[str, Any]:
    """Return some moves of a game, drawn for a visitor.

    No bot is used, because a visitor must not wait for kernels. If the board knows the score of each move, the best one
    is played.
    """
    game, rng = find(name)(), Random(7)
    s, plies = game.initial(), 0
    frames: list[dict[str, Any]] = []
    while plies < DEMO_PLIES and (mover := game.to_move(s)) is not None:
        if mover == DEALER:
            s = game.play(s, game.deal(s, rng))
            continue
        moves = msgspec.to_builtins(picture(game, game.view(s, mover), mover))["moves"]
        last = max(moves, key=lambda move: (move.get("points", 0), rng.random()))["move"]
        s, plies = game.play(s, game.parse_move(s, last)), plies + 1
        if plies >= DEMO_BEGINS:
            frames.append({"board": picture(game, game.view(s, None), None), "last": last})
    return {"frames": frames}
