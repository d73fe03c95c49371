"""A network in a file as a bot: it plays what it rates highest, and only the game that it has learnt."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random

import numpy as np
import pytest

import encore
from encore.arena.arena import Arena
from encore.arena.match import Match
from encore.bots.bot import Bot, described, find_bot
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
    return list(1000 * np.random.default_rng(seed).random(encoding_of(game).actions))


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
    assert match.play(2) == match.play(2), "all chance is the seat's own"


def first_move(bot: Bot, seed: int = 1) -> object:
    with Budget(nodes=1) as budget:
        return bot.choose(DAKAPO, DAKAPO.initial(), Random(seed), budget)


def test_moves_that_it_rates_nearly_as_high_are_played_too(file: Path) -> None:
    write_model(file, DAKAPO, [0.0] * 255 + [-1.0])
    bot = find_bot(f"model:{file}")
    assert len({first_move(bot, seed) for seed in range(50)}) > 10
    best = next(int(code) for code in np.flatnonzero(encoding_of(DAKAPO).mask(DAKAPO.initial())))
    write_model(file, DAKAPO, [1.0 if code == best else 0.0 for code in range(256)])
    assert len({first_move(find_bot(f"model:{file}"), seed) for seed in range(50)}) == 1


def test_a_file_that_is_written_anew_is_another_bot(file: Path) -> None:
    write_model(file, DAKAPO, ratings(DAKAPO, 1))
    bot, known = find_bot(f"model:{file}"), described(f"model:{file}")
    before = first_move(bot)
    write_model(file, DAKAPO, ratings(DAKAPO, 2))
    assert first_move(bot) == before, "a game goes on as it began"
    assert first_move(find_bot(f"model:{file}")) != before
    assert described(f"model:{file}") != known
    assert described("bot:easy") == "bot:easy"
    again = pickle.loads(pickle.dumps(bot))
    assert again.path == file


def test_a_match_is_not_continued_with_another_network_of_the_same_name(file: Path, tmp_path: Path) -> None:
    write_model(file, DAKAPO, ratings(DAKAPO, 1))
    match = Match(DAKAPO, (f"model:{file}", "random"), 2, seed=4)
    folder = tmp_path / "records"
    list(Arena(match, folder).play())
    assert len(Arena(match, folder).results.finished) == 2
    write_model(file, DAKAPO, ratings(DAKAPO, 2))
    with pytest.raises(encore.EncoreError, match="holds another match"):
        Arena(match, folder)


@pytest.mark.parametrize("number", [-np.inf, np.nan, np.inf])
def test_a_network_without_ratings_is_named(file: Path, number: float) -> None:
    write_model(file, DAKAPO, np.full(256, number))
    with pytest.raises(encore.EncoreError, match="its ratings of legal moves are not numbers") as refused:
        first_move(find_bot(f"model:{file}"))
    assert str(file) in str(refused.value)


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
    with pytest.raises(encore.OptionError, match=r"there is no model '~nobody_at_all/x\.onnx'"):
        find_bot("model:~nobody_at_all/x.onnx")
    with pytest.raises(encore.OptionError, match="a comma separates seats"):
        find_bot("model:a,b.onnx")
