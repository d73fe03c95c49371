"""The games in OpenSpiel: its own tests, its unchanged algorithms, and features that its Python games usually lack."""

from __future__ import annotations

import pickle
import subprocess
import sys
from copy import deepcopy
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    minimax,
    outcome_sampling_mccfr,
)

import encore
import encore.rl.open_spiel
from encore.core.encoding import chance_of, encoding_of
from encore.core.errors import IllegalMove, NotationError, OptionError
from encore.core.registry import games

FOLDER = Path(__file__).parent / "playthroughs"
SHORT = {"encore_dakapo": "", "encore_dacapo": ",rounds=1", "encore_dalapapa": ",target=10"}
"""Options that make a game short enough for a test."""
EVERY = [
    f"encore_{name}(players={players}{'' if players == 1 else SHORT[f'encore_{name}']})"
    for name, kind in games().items()
    if f"encore_{name}" in SHORT
    for players in kind.player_counts
]
VARIANTS = [
    "encore_dakapo(call=spoken)",
    "encore_dacapo(switch=every-turn,rounds=1)",
    "encore_dacapo(players=3,switch=never,target=30)",
    "encore_dalapapa(open_hands=on,target=10)",
]
LAST_STONES = "bgr1ybyg/yrbgbgry/gbgygbgb/yrbryrbr/gyrgbygb/1rybybry/bgrgrygb/2gybryr b"
MORE_STONES = "ryby1gyg/1brgbybr/brgyrbyg/1gbryrbr/grygbygy/rbgrgbyg/y2yby1r/ryrbybgb r"
LAST_FISH = "....r16*6./.....p15*6/p2....r9*4/r5.r13*5.../r10..p16*6.p4*2/...... r -/- 0;0 0 p"
WIN_IN_ONE = "8/5gr1/1brbrbyb/rgbrygb1/1yrgb3/2yby3/3yg3/3g4 r"
"""The first seat has 37 moves; one wins."""
ENDGAMES = [
    f"encore_dakapo(position={LAST_STONES})",
    f"encore_dakapo(position={MORE_STONES})",
    f"encore_dacapo(rounds=1,position={LAST_FISH})",
]


def walk(game: Any, seed: int, count: int) -> Any:
    """Return the state after a number of random actions, or the last one before the end."""
    state, rng = game.new_initial_state(), Random(seed)
    for _ in range(count):
        after = state.child(rng.choice(state.legal_actions()))
        if after.is_terminal():
            break
        state = after
    return state


def decision(game: Any, seed: int, count: int) -> Any:
    state, rng = walk(game, seed, count), Random(seed)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [*EVERY, *VARIANTS, *ENDGAMES])
def test_random_sim_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", sorted(SHORT))
def test_a_game_is_not_longer_than_the_maximum(name: str) -> None:
    game = pyspiel.load_game(name)
    state, rng, moves = game.new_initial_state(), Random(1), 0
    while not state.is_terminal():
        moves += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    assert moves <= game.max_game_length()
    assert len(state.history()) - moves <= game.max_chance_nodes_in_history()
    assert sorted(set(state.returns())) in ([-1, 1], [0])


def playthroughs() -> Any:
    """Return OpenSpiel's module for playthroughs, loaded here because it loads much of SciPy."""
    flags.FLAGS.mark_as_parsed()  # the module asks one
    return import_module("open_spiel.python.algorithms.generate_playthrough")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_playthroughs_are_replayed(path: Path) -> None:
    original, again = playthroughs().replay(str(path))
    assert again.splitlines() == original.splitlines()


@pytest.mark.thorough
def test_a_playthrough_with_hidden_tiles_is_replayed(tmp_path: Path) -> None:
    """Only the last moves of a game, because OpenSpiel is slow at writing the tensors of Dalapapa."""
    late = walk(pyspiel.load_game("encore_dalapapa(target=10)"), 3, 1000)
    for _ in range(4):
        late.undo_action(late.full_history()[-1].player, late.history()[-1])
    position = str(late).partition(" + ")[0].replace(",", ";")
    text = playthroughs().playthrough(f"encore_dalapapa(target=10,position={position})", None, seed=3)
    path = tmp_path / "playthrough.txt"
    path.write_text(text)
    original, again = playthroughs().replay(str(path))
    same = again == original == text  # a short message, because a diff of such texts takes minutes
    assert same


@pytest.mark.parametrize("name", EVERY)
def test_undo_returns_to_the_start(name: str) -> None:
    game = pyspiel.load_game(name)
    state, told = walk(game, 5, 60), []
    played = state.full_history()
    for each in reversed(played):
        told.append(str(state))
        state.undo_action(each.player, each.action)
    assert str(state) == str(game.new_initial_state()) and state.is_initial_state() and state.history() == []
    for each in played:
        state.apply_action(each.action)
        assert str(state) == told.pop()


def test_undone_actions_are_not_in_copies_and_texts() -> None:
    game = pyspiel.load_game("encore_dacapo(rounds=1)")
    state = walk(game, 1, 40)
    last = state.full_history()[-1]
    before = state.history()[:-1]
    state.undo_action(last.player, last.action)
    other = next(action for action in state.legal_actions() if action != last.action)
    state.apply_action(other)
    copies = [
        state,
        state.clone(),
        game.deserialize_state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ]
    for copy in copies:
        assert copy.history() == [*before, other] and copy.move_number() == len(before) + 1
        assert str(copy) == str(state) and copy.history_str() == ", ".join(map(str, [*before, other]))


def test_only_the_last_action_can_be_undone() -> None:
    state = pyspiel.load_game("encore_dakapo").new_initial_state()
    with pytest.raises(ValueError, match="the last action is not 3 by player 0"):
        state.undo_action(0, 3)


@pytest.mark.parametrize("name", EVERY)
def test_nothing_is_lost_in_texts_and_pickles(name: str) -> None:
    game = pyspiel.load_game(name)
    for count in (0, 1, 33, 50):
        state = walk(game, 2, count)
        for copy in (state.clone(), game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
            assert str(copy) == str(state) and copy.history() == state.history()
            assert copy.legal_actions() == state.legal_actions() and copy.get_game() == game


@pytest.mark.parametrize("name", [*EVERY, *VARIANTS, *ENDGAMES])
def test_a_game_is_pickled(name: str) -> None:
    game = pyspiel.load_game(name)
    for copy in (pickle.loads(pickle.dumps(game)), deepcopy(game)):
        assert copy == game and type(copy) is type(game)
        assert str(copy.new_initial_state()) == str(game.new_initial_state())


def test_a_pickled_game_can_be_read_without_registering_it() -> None:
    data = pickle.dumps(pyspiel.load_game("encore_dacapo(rounds=1)"))
    told = run(f"import pickle; print(pickle.loads({data!r}).new_initial_state().is_chance_node())")
    assert told == "True\n"


def test_a_pickled_solver_continues() -> None:
    solver = cfr.CFRSolver(pyspiel.load_game(ENDGAMES[0]))
    solver.evaluate_and_update_policy()
    again = pickle.loads(pickle.dumps(solver))
    for each in (solver, again):
        each.evaluate_and_update_policy()
    start = pyspiel.load_game(ENDGAMES[0]).new_initial_state()
    policies = [each.average_policy().action_probabilities(start) for each in (solver, again)]
    assert policies[0] == policies[1]


def test_a_state_has_slots_only() -> None:
    """OpenSpiel copies only ``__dict__``: other attributes would be lost silently."""
    state = walk(pyspiel.load_game("encore_dakapo"), 1, 3)
    with pytest.raises(AttributeError):
        state.note = 1
    assert vars(state) == {"_step": state._step}


def test_a_text_is_short() -> None:
    """It contains the actions, not the positions between them."""
    assert len(walk(pyspiel.load_game("encore_dalapapa(target=10)"), 1, 30).serialize()) < 1000


@pytest.mark.parametrize("call", ["auto", "spoken"])
def test_the_steps_of_the_kernel_are_those_of_the_rules(call: str) -> None:
    rules = encore.load("dakapo", call=call)
    encoding = encoding_of(rules)
    for seed in range(5):
        state, s, rng = (
            pyspiel.load_game(f"encore_dakapo(call={call})").new_initial_state(),
            rules.initial(),
            Random(seed),
        )
        while not state.is_terminal():
            assert state.current_player() == rules.to_move(s)
            assert state.legal_actions() == np.flatnonzero(encoding.mask(s)).tolist()
            action = rng.choice(state.legal_actions())
            s = rules.play(s, encoding.move(s, action))
            state.apply_action(action)
            assert state.s == s
        assert rules.to_move(s) is None


@pytest.mark.parametrize("name", ["dacapo", "dalapapa"])
def test_a_deal_is_made_of_equally_likely_draws(name: str) -> None:
    """Every deal of the dealer can be drawn, and the draws give the same deal."""
    kind = games()[name]
    for players in kind.player_counts:
        game = kind(players)
        chance, s = chance_of(game), game.initial()
        assert chance is not None
        move = game.deal(s, Random(players))
        draws = chance.taken(move)
        for count, draw in enumerate(draws):
            assert draw in chance.draws(s, draws[:count]) and chance.move(s, draws[:count]) is None
        assert chance.move(s, draws) == move
        outcomes = pyspiel.load_game(f"encore_{name}(players={players})").new_initial_state().chance_outcomes()
        assert sum(weight for _, weight in outcomes) == pytest.approx(1)
        assert {weight for _, weight in outcomes} == {1 / len(chance.draws(s, ()))}


# What a player knows.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_resampled_state_looks_the_same_to_its_player(players: int) -> None:
    game = pyspiel.load_game(f"encore_dalapapa(players={players},target=30)")
    differ = 0
    for seed in range(3):
        state = decision(game, seed, 12 + 5 * seed)
        for player in range(players):
            other = state.resample_from_infostate(player, Random(seed).random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.move_number() == state.move_number() == len(other.history())
            assert other.s.hands[player] == state.s.hands[player]
            differ += other.s.hands != state.s.hands
            again = game.new_initial_state()
            for action in other.history():
                again.apply_action_with_legality_check(action)
            assert str(again) == str(other), "its history leads to it"
    assert differ > players, "hidden tiles are drawn anew"


def test_a_resampled_state_may_be_in_the_middle_of_a_draw() -> None:
    game = pyspiel.load_game("encore_dalapapa(target=30)")
    state = decision(game, 4, 8)
    while not (state.is_chance_node() and state.child(state.legal_actions()[0]).is_chance_node()):
        state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    for player in (0, 1):
        other = state.resample_from_infostate(player, Random(1).random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.is_chance_node() and other.move_number() == state.move_number()


def test_what_is_hidden_is_only_told_to_its_seat() -> None:
    """Draws of others are question marks, and a move reveals nothing about the tile that stays in the hand."""
    state = decision(pyspiel.load_game("encore_dalapapa"), 1, 4)
    words = [state.information_state_string(player).split() for player in (0, 1)]
    assert words[0].count("?") >= 2 and words[1].count("?") >= 2
    hidden = [(one, other) for one, other in zip(*words, strict=True) if "?" in (one, other)]
    assert all("?" not in pair[0] or pair[1] != "?" for pair in hidden), "somebody knows each draw"
    hands = [",".join(map(str, hand)) for hand in state.s.hands]
    assert hands[0] in state.observation_string(0) and hands[1] not in state.observation_string(0)
    opened = decision(pyspiel.load_game("encore_dalapapa(open_hands=on)"), 1, 4)
    assert "?" not in opened.information_state_string(0)


def test_nothing_is_hidden_with_open_hands() -> None:
    state = walk(pyspiel.load_game("encore_dacapo"), 1, 45)
    assert str(state.resample_from_infostate(0, Random(1).random)) == str(state)


# OpenSpiel's algorithms, unchanged.


def test_python_mcts_plays_dakapo_and_sees_a_win() -> None:
    game = pyspiel.load_game(f"encore_dakapo(position={WIN_IN_ONE})")
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(1, chance), solve=True, random_state=chance)
    state = game.new_initial_state()
    state.apply_action(bot.step(state))
    assert state.returns() == [1, -1]


def test_cpp_mcts_plays_dakapo_and_sees_a_win() -> None:
    """With ``step_with_policy``; ``step`` of pyspiel 2.0 releases the GIL and crashes with Python games."""
    game = pyspiel.load_game(f"encore_dakapo(position={WIN_IN_ONE})")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 200, 10, True, 1, False)
    state = game.new_initial_state()
    state.apply_action(bot.step_with_policy(state)[1])
    assert state.returns() == [1, -1]


def test_cpp_mcts_plays_through_deals() -> None:
    game = pyspiel.load_game("encore_dacapo(target=40)")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 3, 10, False, 1, False)
    state = decision(game, 1, 60)
    assert bot.step_with_policy(state)[1] in state.legal_actions()


def test_ismcts_plays_dalapapa() -> None:
    game = pyspiel.load_game("encore_dalapapa(target=10)")
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=2.0, max_simulations=4, random_state=chance)
    state = decision(game, 1, 8)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ENDGAMES)
def test_cfr_finds_what_minimax_finds(name: str) -> None:
    game = pyspiel.load_game(name)
    solver = cfr.CFRSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.1
    state = game.new_initial_state()
    value, _ = minimax.expectiminimax(state, 40, lambda end: end.player_return(0), 0)
    while not state.is_terminal():
        policy = solver.average_policy().action_probabilities(state)
        state.apply_action(max(policy, key=lambda action: policy[action]))
    assert state.returns()[0] == value


def test_external_sampling_runs_on_an_endgame() -> None:
    np.random.seed(1)
    game = pyspiel.load_game(ENDGAMES[2])
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(20):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.5


def test_outcome_sampling_runs_with_hidden_tiles() -> None:
    np.random.seed(1)
    game = pyspiel.load_game("encore_dalapapa(target=10)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    state = decision(game, 1, 8)
    assert sum(solver.average_policy().action_probabilities(state).values()) == pytest.approx(1)


# Bad input.


def test_an_illegal_action_says_which_rule() -> None:
    state = pyspiel.load_game("encore_dakapo").new_initial_state()
    with pytest.raises(IllegalMove, match="rule 1: a1 touches no stone"):
        state.apply_action(0)
    with pytest.raises(IllegalMove, match="rule 1: there is no action 256"):
        state.apply_action(256)
    assert state.history() == [] and not state.is_terminal()
    state = pyspiel.load_game("encore_dacapo").new_initial_state()
    state.apply_action(5)
    with pytest.raises(IllegalMove, match="rule 1: 5 cannot be drawn here"):
        state.apply_action(5)


def test_wrong_parameters_name_the_right_ones() -> None:
    with pytest.raises(OptionError, match="dakapo is for 2 players, not '3'"):
        pyspiel.load_game("encore_dakapo(players=3)")
    with pytest.raises(OptionError, match="auto"):
        pyspiel.load_game("encore_dakapo(call=loud)")
    with pytest.raises(OptionError, match="dacapo with 1 player has no options, so 'target' cannot be set"):
        pyspiel.load_game("encore_dacapo(players=1,target=30)")
    with pytest.raises(NotationError, match="a position is eight ranks"):
        pyspiel.load_game("encore_dakapo(position=nowhere)")
    view = encore.load("dalapapa").view(decision(pyspiel.load_game("encore_dalapapa"), 1, 8).s, 0)
    with pytest.raises(NotationError, match="cannot have hidden information"):
        pyspiel.load_game("encore_dalapapa", {"position": encore.load("dalapapa").format_state(view)})


@pytest.mark.parametrize("state", ["8/8/8/8/8/8/8/8 r", {"board": []}])
def test_another_start_is_a_parameter(state: Any) -> None:
    with pytest.raises(OptionError, match="load the game with position= to start elsewhere"):
        pyspiel.load_game("encore_dakapo").new_initial_state(state)


def test_the_invalid_action_is_openspiels_error() -> None:
    """As the manual says, the game is never called."""
    state = pyspiel.load_game("encore_dakapo").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="kInvalidAction"):
        state.apply_action(pyspiel.INVALID_ACTION)
    assert state.history() == []


def test_a_position_may_have_commas() -> None:
    rules = encore.load("dalapapa", target=30)
    text = rules.format_state(decision(pyspiel.load_game("encore_dalapapa(target=30)"), 1, 8).s)
    assert "," in text
    game = pyspiel.load_game("encore_dalapapa", {"target": 30, "position": text})
    state = pickle.loads(pickle.dumps(game.new_initial_state()))
    assert str(state) == text
    state.apply_action(state.legal_actions()[0])
    other = state.resample_from_infostate(
        state.current_player() if state.current_player() >= 0 else 0, Random(1).random
    )
    assert str(other) == str(state), "what the start shows is known to all"


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_package_works_without_openspiel() -> None:
    assert run("import sys, encore, encore.rl; print('pyspiel' in sys.modules)") == "False\n"
    lost = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "try: import encore.rl.open_spiel\nexcept ImportError as e: print(type(e).__name__, e)"
    )
    assert run(lost) == "ImportError encore.rl.open_spiel needs OpenSpiel: pip install 'encore-table[rl]'\n"


def test_a_broken_openspiel_raises_one_line(tmp_path: Path) -> None:
    (tmp_path / f"pyspiel{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    broken = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "try: import encore.rl.open_spiel\nexcept ImportError as e: print(e, e.__suppress_context__)"
    )
    told = run(broken)
    assert told.startswith("encore.rl.open_spiel needs an OpenSpiel that can be loaded: ") and told.endswith(" True\n")


def test_every_game_is_registered() -> None:
    assert {f"encore_{name}" for name in games()} >= set(SHORT)
    assert set(SHORT) <= set(pyspiel.registered_names())
