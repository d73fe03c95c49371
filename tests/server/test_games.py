"""The list of games, and the files that an external game provides for the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests import versions
from tests.server.client import Served, http, served

BOARD = "export function mount(place, picture) { place.textContent = picture.text; }\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a server that finds an external game with its own board in another folder."""
    games = tmp_path_factory.mktemp("games")
    folder = games / "pond"
    for name in ("page/parts", "i18n"):
        (folder / name).mkdir(parents=True)
    rules = (versions.FOLDER / "tally" / "rules.py").read_text()
    (folder / "rules.py").write_text(rules.replace('name = "tally"', 'name = "pond"'))
    (folder / "__init__.py").write_text("from encore.games.pond.rules import Tally as GAME\n")
    (folder / "page" / "board.js").write_text(BOARD)
    (folder / "page" / "parts" / "fish.svg").write_text("<svg/>")
    (folder / "i18n" / "en.ftl").write_text("title = The Pond\n")
    (folder / "i18n" / "de.ftl").write_text("title = Der Teich\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENCORE_GAMES", str(games))
        with served(tmp_path_factory.mktemp("data")) as running:
            yield running


def listed(server: Served) -> dict[str, dict[str, Any]]:
    return {game["game"]: game for game in http.get(f"{server.url}/api/games").json()["games"]}


def test_options_have_numbers_and_values(server: Served) -> None:
    games = listed(server)
    call = games["dakapo"]["options"]["2"]["call"]
    assert (call["kind"], call["values"], call["default"]) == ("choice", ["auto", "spoken"], "auto")
    target = games["dalapapa"]["options"]["3"]["target"]
    assert target["kind"] == "number"
    assert target["low"] <= target["default"] <= target["high"]
    assert target["range"] == f"a number from {target['low']} to {target['high']}"


def test_games_have_a_rules_version_and_an_order(server: Served) -> None:
    games = listed(server)
    assert list(games) == sorted(games), "as in 0.1.0; a page sorts them by their order"
    assert len({game["order"] for game in games.values()}) == len(games)
    assert max(games.values(), key=lambda game: game["order"])["game"] == "pond"
    assert all(game["rules"] >= 1 for game in games.values())


def test_only_external_games_have_files(server: Served) -> None:
    games = listed(server)
    for name in ("dakapo", "dacapo", "dalapapa"):
        assert (games[name]["board"], games[name]["texts"]) == (None, {})
    assert games["pond"]["title_fact"]["code"] == "pond.title"
    board = http.get(server.url + games["pond"]["board"])
    assert (board.text, board.headers["content-type"]) == (BOARD, "text/javascript; charset=utf-8")
    assert "immutable" in board.headers["cache-control"]
    fish = http.get(server.url + games["pond"]["board"].replace("board.js", "parts/fish.svg"))
    assert (fish.status_code, fish.headers["content-type"]) == (200, "image/svg+xml")
    texts = {language: http.get(server.url + address).text for language, address in games["pond"]["texts"].items()}
    assert texts == {"de": "title = Der Teich\n", "en": "title = The Pond\n"}


@pytest.mark.parametrize("path", ["rules.py", "../rules.py", "%2e%2e/rules.py", "", "board.js/"])
def test_no_other_file_of_a_package_is_served(server: Served, path: str) -> None:
    root = listed(server)["pond"]["board"].removesuffix("board.js")
    assert http.get(f"{server.url}{root}{path}").text != BOARD
    assert "class Tally" not in http.get(f"{server.url}{root}{path}").text


@pytest.mark.parametrize("path", ["rules.py", "board.js", "i18n/en.ftl"])
def test_no_file_of_a_built_in_game_is_served(server: Served, path: str) -> None:
    root = listed(server)["pond"]["board"].removesuffix("board.js")
    assert http.get(f"{server.url}{root.replace('pond', 'dakapo')}{path}").status_code == 404


def test_files_with_an_old_digest_are_not_found(server: Served) -> None:
    assert http.get(f"{server.url}/games/pond/0000000000000000/board.js").status_code == 404
