"""Finding games, and what a wrong name, count or option is told."""

from __future__ import annotations

import pickle

import pytest

import encore
from encore.core.labels import option_help
from encore.core.options import Choice, Number


def test_the_three_games_are_found() -> None:
    assert [*encore.games()] == ["dacapo", "dakapo", "dalapapa"]  # type: ignore[operator]
    assert encore.find("dakapo").title == "Dakapo"


@pytest.mark.parametrize(
    ("name", "settings", "reason"),
    [
        ("chess", {}, "there is no game 'chess'; the games: dacapo, dakapo, dalapapa"),
        ("dakapo", {"players": 3}, "dakapo is for 2 players, not '3'"),
        ("dakapo", {"players": True}, "dakapo is for 2 players, not 'True'"),
        ("dalapapa", {"players": 1}, "dalapapa is for 2, 3, 4 players, not '1'"),
        ("dakapo", {"target": 3}, "dakapo with 2 players has no option 'target'; its options: call"),
        ("dakapo", {"call": "AUTO"}, "the option call cannot be 'AUTO'; possible values: auto, spoken"),
        ("dacapo", {"target": 0}, "the option target must be a number from 1 to 999, not '0'"),
        ("dacapo", {"target": "1e2"}, "the option target must be a number from 1 to 999, not '1e2'"),
        ("dacapo", {"target": "060"}, "the option target must be a number from 1 to 999, not '060'"),
        ("dacapo", {"target": "9" * 5000}, f"the option target must be a number from 1 to 999, not '{'9' * 37}...'"),
        ("dacapo", {"players": 1, "rounds": 1}, "dacapo with 1 player has no options, so 'rounds' cannot be set"),
        ("dalapapa", {"target": 9}, "the option target must be a number from 10 to 999, not '9'"),
        ("dalapapa", {"tiles": 7}, "tiles must be a text or an object that its parser returns, not '7'"),
    ],
)
def test_errors_name_the_mistake_and_the_valid_values(name: str, settings: dict[str, object], reason: str) -> None:
    with pytest.raises(encore.EncoreError) as caught:
        encore.load(name, **settings)  # type: ignore[arg-type]
    assert str(caught.value) == reason


def test_games_are_equal_by_value_and_rebuilt_by_their_repr() -> None:
    game = encore.load("dacapo", 3, target="30")
    assert game == encore.load("dacapo", 3, target=30)
    assert game != encore.load("dacapo", 3)
    assert eval(repr(game), {"encore": encore}) == game
    assert game.options == {"switch": "first", "target": 30, "rounds": 0}


def test_every_option_says_what_it_takes_and_does() -> None:
    for kind in encore.games().values():  # type: ignore[operator]
        for name, option in kind.declared.items():
            assert option_help(kind, name)
            assert isinstance(option, Choice | Number)
            assert option.range
            assert option.read("it", option.default) == option.default


@pytest.mark.parametrize(
    "error",
    [
        encore.IllegalMove("2", "why"),
        encore.RecordError(3, 4, "why"),
        encore.NotationError("why"),
        encore.OptionError("why"),
    ],
)
def test_errors_survive_a_pickle(error: encore.EncoreError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert str(twin) == str(error)
    assert vars(twin) == vars(error)
