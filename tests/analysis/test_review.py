"""The review of a game: the changes add up, and only real mistakes are named."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import encore
from encore.analysis.accounts import MOMENTS, Judged, Review, account_for
from encore.analysis.bot_games import play
from encore.analysis.review import review
from encore.bots.walk import shares
from encore.core.evaluation import Evaluation, Line
from encore.core.game import DEALER
from encore.core.registry import games
from encore.core.replay import Ply
from encore.core.thinking import Budget
from tests.variants import random_plies

TABLES = [(name, players) for name, game in games().items() for players in game.player_counts]


def must_balance(found: Review) -> None:
    for account in found.accounts:
        assert account.result - account.start == pytest.approx(account.luck + account.own + account.others)
        assert account.given_away >= 0
        assert len(account.moments) <= MOMENTS
        assert all(moment.loss > moment.error for moment in account.moments)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_luck_and_choices_add_up_to_the_result(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    plies = random_plies(game, 1)
    found = review(game, [*islice(plies, 30)], nodes=0)
    must_balance(found)
    assert len(found.chances) == min(30, len(plies)) + 1


def test_a_whole_game_ends_with_its_result() -> None:
    game = encore.load("dakapo")
    for seed in range(3):
        plies = random_plies(game, seed)
        found = review(game, plies, nodes=500)
        must_balance(found)
        assert [account.result for account in found.accounts] == shares(game, plies[-1].state)


def test_without_a_dealer_there_is_no_luck_and_with_one_player_nobody_else() -> None:
    dakapo, solo = encore.load("dakapo"), encore.load("dacapo", players=1)
    assert all(account.luck == 0 for account in review(dakapo, random_plies(dakapo, 2), nodes=0).accounts)
    (alone,) = review(solo, random_plies(solo, 2), nodes=0).accounts
    assert alone.others == 0
    assert alone.luck != 0


def test_who_resigns_gives_the_rest_away_by_a_choice() -> None:
    game = encore.load("dakapo")
    plies = random_plies(game, 3)[:4]
    played, ended = review(game, plies, nodes=0), review(game, plies, (0.0, 1.0), nodes=0)
    must_balance(ended)
    loser, winner = ended.accounts
    assert (loser.result, winner.result) == (0.0, 1.0)
    assert loser.own == pytest.approx(played.accounts[0].own - played.accounts[0].result)
    assert winner.others > played.accounts[1].others


def test_a_proved_win_that_was_overlooked_is_named_with_a_better_move() -> None:
    """Random players overlook squares that they can complete at once."""
    game, named = encore.load("dakapo"), 0
    for seed in range(4):
        plies = random_plies(game, seed)
        states = [game.initial(), *(ply.state for ply in plies)]
        for seat, account in enumerate(review(game, plies, nodes=2000).accounts):
            for moment in account.moments:
                ply = plies[moment.ply - 1]
                assert (ply.seat, ply.move) == (seat, moment.move)
                assert moment.better.moves[0] in game.legal_moves(states[moment.ply - 1])
                assert moment.better.moves[0] != moment.move
                if not moment.error:
                    assert moment.loss in (0.5, 1.0)
                    named += 1
    assert named


def test_nobody_is_blamed_for_a_best_move() -> None:
    """Each plays the first line of every evaluation, so there is nothing to name."""
    game, rng = encore.load("dakapo"), Random(5)
    s, plies = game.initial(), list[Ply]()
    for _ in range(6):
        move = rng.choice(game.legal_moves(s))
        s = game.play(s, move)
        plies.append(Ply(len(plies) + 1, (len(plies)) % 2, move, s))
    begun = len(plies)
    while (seat := game.to_move(s)) is not None:
        with Budget(nodes=1000) as budget:
            move = encore.evaluate(game, s, budget).lines[0].moves[0]
        s = game.play(s, move)
        plies.append(Ply(len(plies) + 1, seat, move, s))
    for account in review(game, plies, nodes=1000).accounts:
        assert not [moment for moment in account.moments if moment.ply > begun]


def judged(chance: float, proved: bool = False, lines: tuple[Line, ...] = ()) -> Judged:
    """Return a position of two players with the chance of the first."""
    errors = (0.0, 0.0) if proved else (0.05, 0.05)
    return Judged((Evaluation((chance, 1 - chance), errors, proved, lines),) * 2)


def line(move: str, chance: float) -> Line:
    return Line((move,), (chance, 1 - chance), (0.05, 0.05))


@pytest.mark.parametrize(
    ("after", "loss"),
    [
        (judged(0.5), 0.4),  # both are estimates
        (judged(1.0, proved=True), None),  # a win cannot be worse, whatever the estimates
        (judged(0.0, proved=True), 0.4),  # a proof is not held against an estimate
    ],
)
def test_a_move_is_blamed_by_estimates_unless_it_is_proved_to_be_as_good(after: Judged, loss: float | None) -> None:
    before = judged(0.9, lines=(line("good", 0.9), line("played", 0.5)))
    account = account_for([0], ["played"], [before, after]).accounts[0]
    assert [moment.loss for moment in account.moments] == ([] if loss is None else [pytest.approx(loss)])
    assert account.given_away == pytest.approx(loss or 0)


def test_differences_within_the_error_are_not_given_away() -> None:
    before = judged(0.5, lines=(line("good", 0.52), line("played", 0.48)))
    account = account_for([0], ["played"], [before, judged(0.48)]).accounts[0]
    assert (account.moments, account.given_away) == ((), 0)


def test_a_proved_loss_is_exact() -> None:
    before = judged(1.0, proved=True, lines=(line("good", 1.0), line("played", 0.5)))
    (moment,) = account_for([0], ["played"], [before, judged(0.0, proved=True)]).accounts[0].moments
    assert (moment.loss, moment.error) == (1.0, 0.0)
    assert not account_for([0], ["played"], [before, judged(0.3)]).accounts[0].moments, "that is only an estimate"


def test_a_hidden_hand_changes_nothing_for_the_others() -> None:
    """Chances are judged from a seat's own view: a tile that another seat drew unseen is no luck of the first."""
    game = encore.load("dalapapa")
    seen = play(game, Random(6), 1).seen[10]  # in a turn, where the own hand counts
    s, rng = seen.state, Random(7)
    other = 1 - (game.to_move(s) or 0)
    same = game.sample(game.view(s, other), rng)
    one, two = (review(game, [Ply(1, DEALER, None, each)], nodes=0).chances[1][other] for each in (s, same))
    assert one == two
