"""A network in a file as a bot: it plays what it rates highest, and only the game that it has learnt."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random

import numpy as np
import pytest

import encore
from encore.arena.match import Match
from encore.bots import find_bot
from encore.core.encoding import encoding_of, label
from encore.core.game import AnyGame
from encore.core.thinking import Budget
from tests.models import write_model
from tests.variants import ALL, walk

DAKAPO = encore.load("dakapo")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "model.onnx"


def ratings(game: AnyGame, seed: int = 1) -> list[float]:
    return list(np.random.default_rng(seed).random(encoding_of(game).actions))


@pytest.mark.parametrize("variant", ALL)
def test_it_plays_the_legal_action_that_it_rates_highest(variant: str, file: Path) -> None:
    game = ALL[variant]
    rated, encoding = ratings(game), encoding_of(game)
    write_model(file, game, rated)
    s, _ = walk(game, [3] * 12)
    seat = game.to_move(s)
    assert seat is not None and seat >= 0
    with Budget(nodes=1) as budget:
        move = find_bot(f"model:{file}").choose(game, game.view(s, seat), Random(1), budget)
    best = max(np.flatnonzero(encoding.mask(s)), key=rated.__getitem__)
    assert move == encoding.move(s, int(best))


def test_it_plays_whole_games_in_the_arena(file: Path) -> None:
    write_model(file, DAKAPO, ratings(DAKAPO))
    match = Match(DAKAPO, (f"model:{file}", "random"), 2, seed=4)
    assert match.play(1).tags["Seat1"] == f"model:{file}"
    assert match.play(2) == match.play(2), "a model has no chance of its own"


def test_a_file_that_is_written_anew_is_read_anew(file: Path) -> None:
    bot, s = None, DAKAPO.initial()
    chosen = []
    for seed in (1, 2):
        write_model(file, DAKAPO, ratings(DAKAPO, seed))
        bot = bot or find_bot(f"model:{file}")
        with Budget(nodes=1) as budget:
            chosen.append(bot.choose(DAKAPO, s, Random(1), budget))
    assert chosen[0] != chosen[1]
    assert pickle.loads(pickle.dumps(bot)).path == file


OTHERS = {
    "game": ("dacapo", "it has learnt dacapo, not dakapo"),
    "players": ("3", "it has learnt dakapo for 3 players, not for 2"),
    "options": ("call=spoken", "it has learnt dakapo with these options: call=spoken; the table has: none"),
    "encoding": ("0", "it has learnt dakapo by version 0 of its numbers; they are version 1 now"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_model_of_something_else_is_refused(what: str, file: Path) -> None:
    other, reason = OTHERS[what]
    write_model(file, DAKAPO, ratings(DAKAPO), said=label(DAKAPO) | {what: other})
    with pytest.raises(encore.EncoreError) as refused:
        find_bot(f"model:{file}").prepare(DAKAPO)
    assert str(refused.value) == f"{file}: {reason}"


def test_a_model_that_does_not_say_what_it_has_learnt_is_refused(file: Path) -> None:
    write_model(file, DAKAPO, ratings(DAKAPO), said={"game": "dakapo"})
    with pytest.raises(encore.EncoreError, match="it does not say which players it has learnt"):
        find_bot(f"model:{file}").prepare(DAKAPO)


def test_a_network_of_another_form_is_refused(file: Path) -> None:
    write_model(file, DAKAPO, [0.0] * 7)
    with pytest.raises(encore.EncoreError, match=r"it rates \(7,\), not the 256 actions of dakapo"):
        find_bot(f"model:{file}").prepare(DAKAPO)
    write_model(file, DAKAPO, ratings(DAKAPO), shape=(3, 3))
    with pytest.raises(encore.EncoreError, match="it does not take observations of dakapo") as refused:
        find_bot(f"model:{file}").prepare(DAKAPO)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_something_else_is_refused(file: Path) -> None:
    with pytest.raises(encore.OptionError, match="there is no model"):
        find_bot(f"model:{file}")
    file.write_text("not a network")
    with pytest.raises(encore.EncoreError, match="is no ONNX model") as refused:
        find_bot(f"model:{file}").prepare(DAKAPO)
    assert "\n" not in str(refused.value)
    with pytest.raises(encore.OptionError, match="a comma parts seats"):
        find_bot("model:a,b.onnx")
