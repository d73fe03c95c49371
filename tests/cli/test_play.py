"""The table in the terminal, typed at line by line."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Thread, current_thread
from typing import Any

import pytest

from encore.bots.random import RandomBot
from encore.core.game import AnyGame
from encore.core.thinking import Budget
from tests.cli.conftest import Run

Encore = Callable[..., Run]
TWO = ("--seat", "human", "--seat", "human")


def lines(*typed: object) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_a_whole_game_on_one_screen(encore: Encore) -> None:
    """The rulebook's example: Tom completes a tilted green square."""
    moves = ("f5r", "g5g", "d3y", "e6g", "f4y", "f3g")
    run = encore("play", "dakapo", *TWO, typed=lines(*moves, "quit"))
    assert (run.status, run.err) == (0, "")
    assert "seat 2 (human) wins: a green square." in run.out
    assert "game over> " in run.out


def test_moves_of_others_are_told_in_words_beside_their_notation(encore: Encore) -> None:
    dakapo = encore("play", "dakapo", "--seat", "random,random", "--seed", 1).out
    assert re.search(r"^seat 1 \(random\): [a-h][1-8]r \(red stone on [a-h][1-8]\)$", dakapo, re.M)
    dalapapa = encore("play", "dalapapa", "--seat", "random,random", "--seed", 1).out
    assert re.search(r"^seat 2 \(random 2\): \S+@\S+ \(lays a tile, \+\d+: .+\)$", dalapapa, re.M)
    assert re.search(r"^seat 1 \(random\): \S+@\S+ \(lays a second tile \(−4\), \+\d+: ", dalapapa, re.M)


def test_a_mistake_gets_a_reason_and_another_try(encore: Encore) -> None:
    run = encore("play", "dakapo", *TWO, typed=lines("hello", "d6r", "a1g", "d6y!", "d6y", "f5y", "quit"))
    assert "a move is a cell a1 to h8 and a colour r, y, g or b, such as e6r, not 'hello'" in run.out
    assert "rule 2: red would touch the red stone on d5" in run.out
    assert "rule 1: a1 touches no stone" in run.out
    assert "rule 6: squares count automatically in this game" in run.out
    assert "rule 2: yellow would touch the yellow stone on e5" in run.out


def test_legal_moves_on_request(encore: Encore) -> None:
    run = encore("play", "dakapo", *TWO, typed=lines("?", "? d6", "?e6", "quit"))
    assert "24 legal moves" in run.out
    assert "d6b  d6g  d6y\n3 of 24 legal moves" in run.out
    assert "e6b  e6g  e6r\n3 of 24 legal moves" in run.out


def test_undo_reverts_ones_move_and_what_followed(encore: Encore, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    typed = lines("undo", "d6y", "undo", "e6g", f"save {saved}", "undo", "e6g", f"save! {saved}", "quit")
    run = encore("play", "dakapo", "--seed", 4, typed=typed)
    assert "there is no move to undo" in run.out
    assert "e6g " in saved.read_text()
    assert "d6y" not in saved.read_text().split("\n\n")[1].split()[0]


def test_an_undo_does_not_change_the_draws(encore: Encore, tmp_path: Path) -> None:
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    typed = lines("?", "undo", f"save {first}", "quit")
    encore("play", "dalapapa", "--seed", 4, typed=typed)
    tile = first.read_text().split("draw:")[1].split()[0]
    laid = [f"{tile}a@0,0e", "undo", f"{tile}a@0,0e"]
    encore("play", "dalapapa", "--seed", 4, typed=lines(laid[0], f"save! {first}", "quit"))
    encore("play", "dalapapa", "--seed", 4, typed=lines(*laid, f"save {second}", "quit"))
    assert first.read_text() == second.read_text()
    assert first.read_text().count("draw:") == 4


def test_save_and_load_continue_the_game(encore: Encore, tmp_path: Path) -> None:
    saved = tmp_path / "my game.txt"
    encore("play", "dacapo", "--players", 3, "--option", "switch=never", "--seed", 1, typed=lines(f"save {saved}"))
    assert '[Options "switch=never"]' in saved.read_text()
    run = encore("play", "dakapo", typed=lines("d6y", f"load {saved}", "?", "undo", "? d6", "quit"))
    assert "of Da Capo from" in run.out
    assert "red to capture" in run.out or "purple to capture" in run.out or "green to capture" in run.out
    assert "0 of " in run.out


def test_nothing_is_overwritten_or_lost(encore: Encore, tmp_path: Path) -> None:
    precious, broken = tmp_path / "precious.txt", tmp_path / "broken.txt"
    precious.write_text("mine")
    broken.write_text("[Game]")
    typed = lines(
        "d6y",
        f"save {precious}",
        f"load {broken}",
        f"load {tmp_path / 'none'}",
        f"save {tmp_path / 'no' / 'such' / 'folder'}",
        "save",
        "load",
        "f5g",
        f"save! {broken}",
        "quit",
    )
    run = encore("play", "dakapo", *TWO, typed=typed)
    assert precious.read_text() == "mine"
    assert f"{precious} exists; save! {precious} replaces it" in run.out
    assert f"{broken}: line 1, column 1: a tag is written" in run.out
    assert "none: No such file or directory" in run.out
    assert "folder: No such file or directory" in run.out
    assert "save needs the name of a file: save game.txt" in run.out
    assert "load needs the name of a file: load game.txt" in run.out
    assert broken.read_text().endswith("d6y f5g\n")
    assert run.status == 0


def test_again_starts_a_rematch_in_which_the_other_player_begins(encore: Encore, tmp_path: Path) -> None:
    saved = tmp_path / "rematch.txt"
    moves = ("f5r", "g5g", "d3y", "e6g", "f4y", "f3g")
    typed = lines("again", *moves, "e1r", "dakapo", f"save {saved}", "quit")
    run = encore("play", "dakapo", *TWO, typed=typed)
    assert "this game is not over yet" in run.out
    assert "rule 7: the game is over" in run.out
    assert saved.read_text().endswith('[Result "*"]\n\n')
    against = encore("play", "dakapo", "--seat", "human,random", "--seed", 1, typed=lines("help", "rules"))
    assert "save FILE" in against.out and "## Rule 8: Dakapo!" in against.out


def test_rematch_swaps_the_seats(encore: Encore, tmp_path: Path) -> None:
    ended, saved = tmp_path / "ended.txt", tmp_path / "rematch.txt"
    ended.write_text(
        '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n[Seat1 "human"]\n[Seat2 "random"]\n\nf5r g5g d3y e6g f4y f3g\n'
    )
    encore("play", "dakapo", typed=lines(f"load {ended}", "dakapo", f"save {saved}", "quit"))
    assert '[Seat1 "random"]\n[Seat2 "human"]' in saved.read_text()
    assert len(saved.read_text().split("\n\n")[1].split()) == 1


def test_da_capo_alone(encore: Encore) -> None:
    run = encore("play", "dacapo", "--players", 1, "--seed", 3, typed=lines("?", "16/a1", "quit"))
    assert run.status == 0
    assert "you are " in run.out
    assert "order " in run.out
    assert "rule 9: with one player nothing can be switched" in run.out


@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 4), ("dalapapa", 3)])
def test_bots_alone_play_to_the_end(encore: Encore, game: str, players: int) -> None:
    seats = ["--seat", ",".join(["random"] * players)]
    run = encore("play", game, "--players", players, *seats, "--seed", 1)
    assert run.status == 0
    assert "win" in run.out.splitlines()[-1]


def test_a_hand_is_shown_to_its_seat_only(encore: Encore) -> None:
    run = encore("play", "dalapapa", "--seed", 4, typed=lines("quit"))
    assert "seat 1 (you)" in run.out
    assert "seat 2: 0 points   1 hidden tile" in run.out
    assert "draw:" not in run.out
    shown = encore("play", "dalapapa", "--seed", 4, "--option", "open_hands=on", typed=lines("quit"))
    assert "hidden" not in shown.out


def test_the_end_of_the_input_quits(encore: Encore) -> None:
    assert encore("play", "dakapo").status == 0


def test_the_menu(encore: Encore) -> None:
    run = encore("play", typed=lines("9", "dakapo", 2, 6, "d6y", "quit"))
    assert run.out.count("a number from 1 to 3, or quit") == 2
    assert "seat 2> " in run.out
    solo = encore("play", typed=lines(1, 1, "quit"))
    assert "you are " in solo.out
    defaults = encore("play", typed=lines("", "", "", "quit"))
    assert "purple" in defaults.out
    for leaving in ("", "quit\n", "2\n", "2\nquit\n", "1\nq\n"):
        assert encore("play", typed=leaving).status == 0


@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
def test_screens_are_readable_without_colour_and_within_80_columns(encore: Encore, game: str) -> None:
    run = encore("play", game, "--seat", "random,random", "--seed", 2)
    assert "\x1b" not in run.out
    drawn = [line for line in run.out.splitlines() if not line.startswith("dealer: ")]
    assert max(map(len, drawn)) <= 80


LOADED = """[Game "dakapo"]
[Rules "1"]
[Players "2"]
[Seat1 "Anna"]
[Seat2 "random"]
[Result "1"]
[Termination "resigned"]
[Date "2026-11-15"]

d6y {a start} e6r f5b {and an end}
"""


def test_a_loaded_game_is_saved_completely(encore: Encore, tmp_path: Path) -> None:
    loaded, again, further = tmp_path / "loaded.txt", tmp_path / "again.txt", tmp_path / "further.txt"
    loaded.write_text(LOADED)
    typed = lines(f"load {loaded}", f"save {again}", "d7r", "undo", "f5g", f"save {further}", "quit")
    run = encore("play", "dakapo", *TWO, typed=typed)
    assert "it ended by: resigned, 1; undo continues it" in run.out
    assert again.read_text() == LOADED
    assert "{a start}" in further.read_text()
    assert '[Seat1 "Anna"]' in further.read_text() and "[Date " in further.read_text()
    assert "Termination" not in further.read_text() and '[Result "*"]' in further.read_text()
    assert encore("check", again, further).status == 0


def test_undo_continues_a_resigned_game(encore: Encore, tmp_path: Path) -> None:
    loaded, saved = tmp_path / "loaded.txt", tmp_path / "saved.txt"
    loaded.write_text(LOADED.replace("random", "Ben"))
    run = encore("play", "dakapo", *TWO, typed=lines(f"load {loaded}", "?", "undo", "f5b", "d7r", f"save {saved}"))
    assert "this game has ended; undo goes back" in run.out
    assert saved.read_text().endswith("d6y {a start} e6r f5b {and an end} d7r\n")
    assert "Termination" not in saved.read_text()


def test_load_refuses_what_check_refuses(encore: Encore, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(LOADED.replace('[Termination "resigned"]\n', ""))
    run = encore("play", "dakapo", *TWO, typed=lines(f"load {wrong}", "d6y", "quit"))
    assert "Result is '1', but the moves give '*'" in run.out
    assert "seat 2> " in run.out


def test_undo_goes_back_through_a_loaded_game_and_then_to_the_game_before(encore: Encore, tmp_path: Path) -> None:
    loaded = tmp_path / "loaded.txt"
    loaded.write_text(LOADED.replace("random", "Ben"))
    saves = [tmp_path / str(number) for number in range(5)]
    typed = ["e6g", f"load {loaded}"]
    for path in saves:
        typed += ["undo", f"save {path}"]
    encore("play", "dakapo", *TWO, typed=lines(*typed, "quit"))
    assert [path.read_text().split("\n\n")[1].split(" {")[0].split() for path in saves] == [
        ["d6y"],
        ["d6y"],
        [],
        ["e6g"],
        [],
    ]


def test_loading_a_game_of_bots_does_not_end_the_session(encore: Encore, tmp_path: Path) -> None:
    loaded = tmp_path / "loaded.txt"
    loaded.write_text(
        LOADED.replace("Anna", "random").replace('[Termination "resigned"]\n', "").replace('"1"]\n[D', '"*"]\n[D')
    )
    run = encore("play", "dakapo", *TWO, typed=lines("e6g", f"load {loaded}", "undo", "? d6", "quit"))
    assert "game over> " in run.out
    assert "legal moves" in run.out


def test_odd_names_of_files(encore: Encore, tmp_path: Path) -> None:
    run = encore("play", "dakapo", *TWO, typed=lines("save \0", "load \0", f"save {tmp_path}", "d6y", "Exit"))
    assert run.status == 0
    assert run.out.count("is not a file name") == 2
    assert f"{tmp_path} is a folder; name a file in it" in run.out
    assert "seat 2> " in run.out


def test_a_record_cannot_control_the_terminal(encore: Encore, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(LOADED.replace("Anna", "\x1b[31mAnna\x07").replace("a start", "\x1b[2J"))
    run = encore("replay", path)
    assert run.status == 0
    assert "\x1b" not in run.out and "\x07" not in run.out
    assert "and an end" in run.out


def test_a_bot_with_a_time_limit_keeps_its_seat(encore: Encore, tmp_path: Path) -> None:
    loaded, saved = tmp_path / "loaded.txt", tmp_path / "saved.txt"
    loaded.write_text('[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n[Seat1 "Anna@home"]\n[Seat2 "mcts@5"]\n\nd6y\n')
    run = encore("play", "dakapo", *TWO, typed=lines(f"load {loaded}", f"save {saved}", "quit"))
    assert "seat 2 (mcts@5): " in run.out
    assert "seat 1> " in run.out
    assert '[Seat2 "mcts@5"]' in saved.read_text()


class Remembering(RandomBot):
    """Plays the first legal move, the second time the second; it notes where it thinks, and whether prepared."""

    thought: list[tuple[Thread, bool]]

    def __init__(self) -> None:
        self.times = 0
        self.prepared = False

    def prepare(self, game: AnyGame) -> None:
        self.prepared = True

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        self.thought.append((current_thread(), self.prepared))
        self.times += 1
        return game.legal_moves(view)[self.times]


@pytest.fixture
def remembering(monkeypatch: pytest.MonkeyPatch) -> type[Remembering]:
    monkeypatch.setattr(Remembering, "thought", [], raising=False)
    monkeypatch.setattr("encore.cli.session.find_bot", lambda name: Remembering())
    return Remembering


def test_a_bot_answers_the_same_after_an_undo(encore: Encore, tmp_path: Path, remembering: type[Remembering]) -> None:
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    typed = lines("d6y", f"save {first}", "undo", "d6y", f"save {second}", "quit")
    encore("play", "dakapo", "--seed", 4, "--nodes", 30, typed=typed)
    assert len(remembering.thought) == 2
    assert first.read_text() == second.read_text()


def test_a_bot_is_prepared_and_leaves_the_main_thread_to_ctrl_c(encore: Encore, remembering: type[Remembering]) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        encore("play", "dakapo", typed=lines("d6y", "quit"))
    finally:
        signal.signal(signal.SIGINT, before)
    [(thread, prepared)] = remembering.thought
    assert prepared
    assert thread is not current_thread()


@pytest.mark.parametrize("option", ["--think", "--nodes"])
@pytest.mark.parametrize("command", ["play", "match"])
def test_a_budget_that_is_too_large_is_refused(encore: Encore, tmp_path: Path, command: str, option: str) -> None:
    run = encore(command, "dakapo", option, 10**20, *(("--records", tmp_path) if command == "match" else ()))
    assert run.status == 2
    assert run.err.startswith(f"encore: Invalid value for '{option}': Input should be less than or equal to ")
    assert run.err.count("\n") == 1
