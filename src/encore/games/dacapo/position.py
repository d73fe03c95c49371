"""A whole state of Da Capo, and its text: layout, turn, rights to switch, scores, rounds, starter."""

from __future__ import annotations

import re
from dataclasses import dataclass

from encore.core.errors import NotationError, quoted
from encore.core.fact import Fact
from encore.games.dacapo import notation
from encore.games.dacapo.tables import EMPTY_SQUARES, FISH, LETTERS, OCTOPUS, SHARK, SQUARES, Pile, Sea


@dataclass(frozen=True, slots=True)
class State:
    """The board and the running game.

    ``piles`` is empty before the first deal. ``turn`` is the colour to capture, None between rounds and after
    the last. ``rights`` are what each seat may still switch before its next capture, ``scores`` the points of
    the finished ``rounds``, ``starter`` who started this one, ``order`` the colours in order of play.
    """

    piles: Sea = ()
    turn: int | None = None
    rights: tuple[tuple[int, ...], ...] = ()
    scores: tuple[int, ...] = ()
    rounds: int = 0
    starter: int | None = None
    order: tuple[int, ...] = ()


_RIGHTS = {"16,15": (OCTOPUS, SHARK), "16": (OCTOPUS,), "15": (SHARK,), "-": ()}
_SCORES = re.compile(r"(?:0|[1-9]\d{0,5})(?:,(?:0|[1-9]\d{0,5})){1,3}", re.ASCII)
_ROUNDS = re.compile(r"0|[1-9]\d{0,4}", re.ASCII)


def format_state(s: State, solo: bool) -> str:
    """Write a state: six fields; with one player four (layout, turn, starter, order)."""
    layout = notation.format_layout(s.piles) if s.piles else "-"
    turn, starter = _letter(s.turn), _letter(s.starter)
    if solo:
        return f"{layout} {turn} {starter} {notation.format_order(s.order) or '-'}"
    rights = "/".join(",".join(map(str, right)) or "-" for right in s.rights)
    return f"{layout} {turn} {rights} {','.join(map(str, s.scores))} {s.rounds} {starter}"


def _letter(colour: int | None) -> str:
    return "-" if colour is None else LETTERS[colour]


def parse_state(text: str, players: int) -> State:
    """Read a state and check each field by itself."""
    fields = text.split(" ", 7)
    if len(fields) != (4 if players == 1 else 6):
        if players == 1:
            raise NotationError(Fact("dacapo.not-a-solo-state", text=quoted(text)))
        raise NotationError(Fact("dacapo.not-a-state", text=quoted(text)))
    piles = () if fields[0] == "-" else _parse_piles(fields[0], players)
    colours = len({fish.colour for fish in FISH[players]})
    turn = _parse_colour(fields[1], colours)
    if players == 1:
        return _solo_state(piles, turn, _parse_colour(fields[2], colours), fields[3])
    starter = _parse_colour(fields[5], colours)
    scores, rounds = _parse_scores(fields[3], fields[4], players)
    if piles and (starter is None or (turn is None and not rounds)):
        raise NotationError(Fact("dacapo.state-starter"))
    return State(
        piles,
        turn,
        _parse_rights(fields[2], players),
        scores,
        rounds,
        starter,
        tuple(range(players)) if piles else (),
    )


def _solo_state(piles: Sea, turn: int | None, starter: int | None, order: str) -> State:
    if not piles:
        if turn is not None or starter is not None or order != "-":
            raise NotationError(Fact("dacapo.state-solo-before-deal"))
        return State()
    if starter is None:
        raise NotationError(Fact("dacapo.state-solo-starter"))
    return State(piles, turn, (), (), 1 if turn is None else 0, starter, notation.parse_order(order))


def _parse_piles(text: str, players: int) -> Sea:
    piles = notation.parse_layout(text)
    fish = FISH[players]
    tops = [Pile(pile.colour, pile.value) for pile in piles if pile]
    if sum(pile.height for pile in piles if pile) != len(fish):
        raise NotationError(Fact("dacapo.state-fish-count", count=len(fish), players=players))
    if len(set(tops)) != len(tops) or not set(tops) <= set(fish):
        raise NotationError(Fact("dacapo.state-fish", players=players))
    if corners := [SQUARES[square] for square in sorted(EMPTY_SQUARES[players]) if piles[square]]:
        raise NotationError(Fact("dacapo.corners", *corners))
    return piles


def _parse_colour(text: str, colours: int) -> int | None:
    if text == "-":
        return None
    if len(text) != 1 or text not in LETTERS[:colours]:
        raise NotationError(Fact("dacapo.not-a-colour", letters=", ".join(LETTERS[:colours]), text=quoted(text)))
    return LETTERS.index(text)


def _parse_rights(text: str, players: int) -> tuple[tuple[int, ...], ...]:
    fields = text.split("/", players)
    if len(fields) != players or not set(fields) <= set(_RIGHTS):
        raise NotationError(Fact("dacapo.not-rights", text=quoted(text)))
    return tuple(_RIGHTS[field] for field in fields)


def _parse_scores(text: str, rounds: str, players: int) -> tuple[tuple[int, ...], int]:
    if not _ROUNDS.fullmatch(rounds):
        raise NotationError(Fact("dacapo.not-rounds", text=quoted(rounds)))
    if not _SCORES.fullmatch(text) or text.count(",") != players - 1:
        raise NotationError(Fact("dacapo.not-scores", count=players, text=quoted(text)))
    scores = tuple(map(int, text.split(",")))
    teams = scores[:2] if players == 4 else scores
    if sum(teams) != int(rounds) * len(FISH[players]) or (players == 4 and scores[:2] != scores[2:]):
        raise NotationError(Fact("dacapo.scores-sum", scores=text, rounds=int(rounds), fish=len(FISH[players])))
    return scores, int(rounds)
