"""Random games of Dalapapa in several variants."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import encore
from encore.games.dalapapa import Dalapapa, State
from tests.games.dalapapa_layouts import tile_set

VARIANTS = [
    *(Dalapapa(players, target=20) for players in (2, 3, 4)),
    Dalapapa(2, target=20, open_hands="on"),
    Dalapapa(4, target=10, open_hands="on"),
    Dalapapa(2, target=20, tiles=tile_set(dict.fromkeys(range(1, 60), "ggggggg"))),
]


def label(game: Dalapapa) -> str:
    return f"{game.players}-{game.options['open_hands']}-{game.options['target']}"


def walk(game: Dalapapa, seed: int) -> Iterator[State]:
    """Yield the states of a random game in which tiles that earn something are laid more often."""
    rng, s = Random(seed), game.initial()
    while game.to_move(s) is not None:
        yield s
        if game.to_move(s) == encore.DEALER:
            s = game.play(s, game.deal(s, rng))
            continue
        some = rng.sample(game.legal_moves(s), min(5, len(game.legal_moves(s))))
        s = game.play(s, max(some, key=lambda move: game.play(s, move).scores[s.seat]))
    yield s


def turns(game: Dalapapa, seed: int) -> Iterator[State]:
    return (s for s in walk(game, seed) if game.to_move(s) not in (None, encore.DEALER))
