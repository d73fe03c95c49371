"""Every score and every legal placement of random games, compared with an independent count."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import encore
from encore.games.dalapapa import Dalapapa, Move, Pass, Phase, Place, State, standard_tiles
from tests.effort import examples
from tests.games import brute_force
from tests.games.dalapapa_layouts import read_picture, tile_set

PRICE = 4  # rule 6, written out: the test must not import what it tests

seeds = st.integers(min_value=0, max_value=2**32)


@st.composite
def tile_sets(draw: st.DrawFn) -> str:
    """Return the standard set, or tiles in a few colours on which discs and groups come easily."""
    colours = draw(st.sampled_from(["", "r", "rg", "rrrg", "rgb", "rgby"]))
    if not colours:
        return standard_tiles().text
    rng = Random(draw(seeds))
    faces = ["".join(rng.choices(colours, k=7)) for _ in range(240)]
    return tile_set({tile: f"{faces[2 * tile - 2]} {faces[2 * tile - 1]}" for tile in range(1, 121)})


class Witness:
    """Follows a game by the texts of its moves alone."""

    def __init__(self, tiles: str) -> None:
        self.faces = brute_force.read_faces(tiles)
        self.board: brute_force.Board = {}
        self.groups: set[frozenset[complex]] = set()

    def see(self, place: str) -> int:
        """Return what a tile earns, and lay it."""
        discs = self.discs(place)
        self.board |= brute_force.edges(place, self.faces)
        before, self.groups = self.groups, brute_force.groups(self.board)
        assert before <= self.groups
        return brute_force.points(discs, self.groups - before)

    def discs(self, place: str) -> int:
        return brute_force.new_discs(self.board, place, self.faces)


def choose(game: Dalapapa, s: State, rng: Random, witness: Witness, greed: int) -> Move:
    """Return the best of a few random moves: the one that makes most discs."""
    if game.to_move(s) == encore.DEALER:
        return game.deal(s, rng)
    moves = game.legal_moves(s)
    some = rng.sample(moves, min(greed, len(moves)))
    return max(some, key=lambda move: witness.discs(game.format_move(move)) if isinstance(move, Place) else 0)


def check_scores(game: Dalapapa, rng: Random, greed: int, longest: int) -> State:
    """Play up to a number of moves and compare the effect of each on the totals."""
    s, witness = game.initial(), Witness(game.tiles.text)
    totals = [0] * game.players
    for _ in range(longest):
        if game.outcome(s):
            break
        move = choose(game, s, rng, witness, greed)
        after = game.play(s, move)
        if isinstance(move, Place):
            earned = witness.see(game.format_move(move))
            if s.phase != Phase.LAY_START:
                totals[s.seat] += earned - PRICE * (s.phase == Phase.SECOND)
        assert game.scores(after) == tuple(totals)
        s = after
    return s


@examples(25)
@given(tile_sets(), st.sampled_from([2, 3, 4]), seeds, st.integers(min_value=1, max_value=20))
def test_rule_4_scores_of_random_games(tiles: str, players: int, seed: int, greed: int) -> None:
    """Rule 4: points of discs and groups; rule 3: no complete group grows; rule 6: the price of the second tile."""
    check_scores(Dalapapa(players, tiles=tiles, target=999), Random(seed), greed, 70)


@pytest.mark.parametrize("players", [2, 4])
def test_rule_4_scores_down_to_the_last_tile(players: int) -> None:
    """Rule 4: every score of a game in which the whole bag is laid; rule 7: it ends when nobody can place a tile."""
    game = Dalapapa(players, target=999)
    s = check_scores(game, Random(players), 4, 1000)
    assert game.outcome(s)
    assert s.bag_size == 0
    assert len(s.layout.laid) == 120


@examples(10)
@given(tile_sets(), seeds, st.integers(min_value=1, max_value=20), st.integers(min_value=5, max_value=40))
def test_rule_2_legal_placements_of_random_positions(tiles: str, seed: int, greed: int, length: int) -> None:
    """Rule 2: a shared edge, equal colours on every shared edge, no square twice; all that do are listed, once."""
    game = Dalapapa(3, tiles=tiles, target=999)
    s, witness, rng = game.initial(), Witness(tiles), Random(seed)
    for _ in range(length):
        if game.outcome(s):
            break
        move = choose(game, s, rng, witness, greed)
        s = game.play(s, move)
        if isinstance(move, Place):
            witness.board |= brute_force.edges(game.format_move(move), witness.faces)
    for seat, hand in enumerate(s.hands):
        if not hand:
            continue
        turn = game.parse_state(game.format_state(State(s.layout, s.hands, s.scores, Phase.FIRST, seat)))
        listed = [game.format_move(move) for move in game.legal_moves(turn)]
        expected = brute_force.placements(witness.board, hand, witness.faces)
        assert sorted(listed) == sorted(expected or {"pass"})


@examples(10)
@given(tile_sets(), seeds)
def test_rule_2_play_takes_what_is_listed_and_nothing_else(tiles: str, seed: int) -> None:
    """Rule 2: a tile is refused wherever it does not fit."""
    game, rng = Dalapapa(2, tiles=tiles, target=999), Random(seed)
    s, witness = game.initial(), Witness(tiles)
    while s.phase not in (Phase.FIRST, Phase.OVER):
        s = game.play(s, choose(game, s, rng, witness, 1))
    moves = game.legal_moves(s)
    for x in range(-4, 6):
        for y in range(-4, 6):
            place = Place(rng.choice(s.hands[s.seat]), rng.choice("ab"), x, y, rng.choice("enws"))
            if place in moves:
                game.play(s, place)
            else:
                with pytest.raises(encore.IllegalMove):
                    game.play(s, place)


@examples(8)
@given(st.sampled_from([2, 3, 4]), seeds)
def test_random_games_with_the_standard_set(players: int, seed: int) -> None:
    """Rules 9 and 10: every tile of the standard set fits; the record replays; samples agree with views."""
    game, rng = Dalapapa(players, target=10), Random(seed)
    s, moves = game.initial(), list[str]()
    while not game.outcome(s):
        move = game.deal(s, rng) if game.to_move(s) == encore.DEALER else rng.choice(game.legal_moves(s))
        assert not isinstance(move, Pass)
        moves.append(game.format_move(move))
        s = game.play(s, game.parse_move(s, moves[-1]))
        for seat in (*range(players), None):
            view = game.view(s, seat)
            assert game.view(game.sample(view, rng), seat) == view
    assert game.parse_state(game.format_state(s)) == s
    record = encore.parse_record(encore.format_record(encore.record_of(game, moves, s)))
    assert encore.check(record, encore.game_of(record)) == s


def test_the_count_itself() -> None:
    """Rules 3 and 4: the brute force, on a layout that can be counted by eye."""
    picture = read_picture("""
         g g g g
        gAgArBrBr
         g g g g
    """)
    witness = Witness(picture.tiles)
    witness.see(picture.places[0])
    assert witness.groups == set()
    assert witness.see(picture.places[1]) == 1 + 1 + 1
    assert witness.groups == {frozenset({1.5 + 0j}), frozenset({2.5 + 0j})}
