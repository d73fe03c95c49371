"""The clusters of Dalapapa, which are kept while tiles are laid, against the layout read anew and its score."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from encore.games.dalapapa import Dalapapa, Layout, Place
from encore.games.dalapapa.clusters import Clusters
from encore.games.dalapapa.layout import DISCS
from encore.games.dalapapa.present import board as page
from encore.games.dalapapa.tiles import FACES
from tests.games.dalapapa_layouts import tile_set
from tests.games.dalapapa_walks import turns

FEW_COLOURS = tile_set({tile: "rgrgrgr grrggrr" if tile % 2 else "ggggrgg rrrgrrr" for tile in range(1, 121)})
GAMES = {
    "the standard tiles": Dalapapa(2, target=60),
    "tiles of two colours, whose groups are large": Dalapapa(2, target=999, tiles=FEW_COLOURS),
}


def parts(clusters: Clusters) -> set[tuple[object, ...]]:
    return {(cluster.colour, cluster.discs, cluster.open) for cluster in clusters}


def read_anew(layout: Layout) -> Layout:
    """Return a layout that remembers nothing."""
    return Layout(layout.laid, dict(layout.colours), layout.covered)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_is_what_a_new_look_finds(name: str) -> None:
    game = GAMES[name]
    for number, s in enumerate(turns(game, 3)):
        kept = s.layout.clusters
        assert parts(kept) == parts(read_anew(s.layout).clusters)
        for cluster in kept:
            group = s.layout.group(cluster.discs[0])
            assert group == (None if cluster.open else frozenset(cluster.discs))
        if number == 60:
            break
    assert number > 20


@pytest.mark.parametrize("name", GAMES)
def test_the_points_of_every_move_are_those_of_the_rules(name: str) -> None:
    """Pictures ask for some spots in each turn, so that points are both new and remembered ones."""
    game, rng, completed = GAMES[name], Random(1), 0
    for number, s in enumerate(turns(game, 5)):
        page.picture(game, game.view(s, s.seat), s.seat)
        if number % 3:
            continue
        for (first, side), met, _ in s.layout.fitting(-1, game.tiles):
            place = Place(rng.randrange(1, 121), rng.choice(FACES), first[0] // 2, first[1] // 2, side)
            face = game.tiles.face(place.tile, place.face)
            if any(face[half + 1] != colour for half, colour in met):
                continue
            score = s.layout.tried(place, face).score(place)
            assert s.layout.clusters.plan((first, side), DISCS[side], met).points(face) == score.points
            completed += bool(score.groups)
        if number > 60:
            break
    assert completed > 100


def test_a_copy_of_a_layout_is_small() -> None:
    """Views are sent to worker processes: what was computed for pictures stays behind."""
    game = Dalapapa(2)
    *_, s = turns(game, 2)
    before = len(pickle.dumps(read_anew(s.layout)))
    page.picture(game, game.view(s, s.seat), s.seat)
    assert len(pickle.dumps(s.layout)) == before
    assert copy.deepcopy(s.layout) == s.layout
