"""Studies: figures that are counted by hand or stand in the golden playthroughs, and folding that only counts."""

from __future__ import annotations

import pickle
import re
from ast import literal_eval
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st

import encore
from encore.arena.common_figures import CommonFigures
from encore.arena.match import Match
from encore.arena.readers import AT_A_TIME, QUICK, read_files
from encore.arena.rounds import Rounds, strength_of_share
from encore.arena.store import find_records, write_record
from encore.arena.study import Group, Study
from encore.core.errors import EncoreError, RecordError
from encore.core.figures import Course, Kinds, Share, Spread, Turn
from encore.core.game import AnyGame, Moves
from encore.core.record import Record, parse_record
from encore.core.registry import find
from encore.games.dacapo.present.figures import RoundFigures, SoloFigures
from encore.games.dakapo.present.figures import DakapoFigures
from encore.games.dalapapa.present.figures import DalapapaFigures
from tests.golden import path_of
from tests.variants import ALL

TAGS = '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n[Seat1 "bot:easy"]\n[Seat2 "bot:easy"]\n'
WON = parse_record(f'{TAGS}[Result "2"]\n\ne6r f6y f5r g5y e7b f4y\n')
"""Seat 2 completes e5, f6, g5 and f4 with the sixth stone. Seat 1 could not: yellow had just been placed."""

OVERLOOKED = parse_record(f'{TAGS}[Result "1"]\n\ne6r f6y f5r g5y e7b d7g f4y\n')
"""Here seat 2 has not seen it, and seat 1 completes it."""


def study_of(records: Sequence[Record]) -> Study:
    found = Study(find(records[0].tags["Game"]))
    for record in records:
        found.add(record)
    return found


def only(found: Study) -> Group:
    (group,) = found.groups.values()
    return group


def golden(label: str) -> tuple[AnyGame, str, Record]:
    """Return a game, the text of its golden playthrough, and the record of the moves in it."""
    game, text = ALL[label], path_of(label).read_text("utf-8")
    tags = {"Game": game.name, "Rules": str(game.rules_version), "Players": str(game.players)}
    tags["Options"] = " ".join(f"{name}={value}" for name, value in game.changed_options.items())
    return game, text, Record(tags, tuple(re.findall(r"^play: (.*)$", text, re.M)))


def plies(text: str) -> Iterator[dict[str, str]]:
    """Yield the answers at each ply of a playthrough, by their names."""
    for block in text.split("\n\nply: ")[1:]:
        yield dict(line.split(": ", 1) for line in block.splitlines() if re.match(r"[a-z_]+( \w+)?: ", line))


@pytest.mark.parametrize("label", ALL)
def test_common_figures_match_the_golden_playthroughs(label: str) -> None:
    game, text, record = golden(label)
    asked = [ply for ply in plies(text) if ply["to_move"] not in ("dealer", "None")]
    common = only(study_of([record])).common
    choices = [int(ply["legal_moves"]) for ply in asked]
    assert common.length == Spread("moves a game", Counter([len(asked)]))
    assert common.choices.counts == Counter(choices)
    assert [step.mean for step in common.course.steps] == choices
    assert (common.forced.hits, common.forced.of) == (choices.count(1), len(choices))
    found = re.search(r"^outcome: Outcome\(winners=\((.*)\), scores=\((.*)\), reason", text, re.M)
    assert found
    winners, scores = ([int(number) for number in part.split(",") if number] for part in found.groups())
    first = int(asked[0]["to_move"])
    if game.players > 1:
        won = first in winners
        assert common.wins.places[0].strength().score == won
        assert common.ending.hits == 0
    else:
        assert (common.wins.places, common.ending.label, common.ending.hits) == ([], "won", len(winners))
    if scores:
        others = [score for seat, score in enumerate(scores) if seat not in winners]
        assert common.points.counts == {max(scores): 1}
        assert common.margin.counts == {max(scores) - max(others): 1}


def test_dakapo_counted_by_hand() -> None:
    group = only(study_of([WON, WON, OVERLOOKED]))
    assert (group.who, group.games) == ("bot:easy", 3)
    assert group.common.length.counts == {6: 2, 7: 1}
    assert group.common.choices.counts[24] >= 3  # eight cells around the four stones, three colours on each
    assert group.common.wins.places[0].strength().score == pytest.approx(1 / 3)
    own = group.own
    assert isinstance(own, DakapoFigures)
    assert own.ends.counts == {"a square": 3}
    assert own.colours.counts == {"yellow": 3}
    assert own.shapes.counts == {"tilted": 3}
    assert own.widths.counts == {3: 3}
    assert (own.several.hits, own.overlooked.hits, own.used_up.hits) == (0, 1, 0)


def test_a_square_that_nobody_called_was_overlooked() -> None:
    """With spoken calls the square of the sixth stone does not count; the seventh wins with another one, or nothing."""
    spoken = {**WON.tags, "Options": "call=spoken", "Result": "2"}
    called = Record(spoken, (*WON.moves[:-1], "f4y!"))
    own = only(study_of([called])).own
    assert isinstance(own, DakapoFigures)
    assert (own.ends.counts, own.overlooked.hits) == ({"a square": 1}, 0)
    silent = Record({**spoken, "Result": "*"}, WON.moves)
    found = study_of([silent])
    assert (found.games, found.unfinished) == (0, 1)


def test_the_other_endings_of_dakapo() -> None:
    """Ends that are rare are taken from states: a full board, and one where nothing can be placed."""
    game = encore.load("dakapo")
    full = game.parse_state("rygbrygb/gbrygbry/rygbrygb/gbrygbry/rygbrygb/gbrygbry/rygbrygb/gbrygbry r")
    full = replace(full, won=False)
    own = DakapoFigures()
    own.add(game, [Turn(1, full, Moves(), game.parse_move(full, "a8r"), full)])
    assert own.ends.counts == {"a full board": 1}
    assert own.used_up.hits == 1


@pytest.mark.parametrize("label", [label for label in ALL if label.startswith("dacapo") and "dacapo-1" not in label])
def test_dacapo_matches_its_golden_playthroughs(label: str) -> None:
    game, text, record = golden(label)
    own = only(study_of([record])).own
    assert isinstance(own, RoundFigures)
    rounds = "\n".join(record.moves).split("deal:")[1:]
    assert own.rounds.counts == {len(rounds): 1}
    assert own.captures.counts == Counter(moves.count("x") for moves in rounds)
    assert own.switches.counts == Counter(len(re.findall("1[56]/[a-f]", moves)) for moves in rounds)
    assert own.switched.counts.total() == len(re.findall("^1[56]/", "\n".join(record.moves), re.M))
    scores = literal_eval(list(plies(text))[-1]["scores"])
    fish = len(rounds) * (32 if game.players == 2 else 36)
    assert own.starters.of == fish
    assert sum(scores[: 2 if game.players == 4 else game.players]) == fish
    assert hasattr(own, "sweeps") == (game.players < 4)


def test_the_starters_fish_and_a_sweep() -> None:
    """Round by round: what the seat that starts a round has gained when it ends."""
    _, text, record = golden("dacapo-2")
    own = only(study_of([record])).own
    assert isinstance(own, RoundFigures)
    answers = [(ply["state"].split(" "), literal_eval(ply["scores"])) for ply in plies(text)]
    gained = 0
    for (before, was), (after, now) in pairwise(answers):
        if after[4] != before[4]:
            starter = "rp".index(after[5])
            gained += now[starter] - was[starter]
    assert own.starters.hits == gained
    assert own.sweeps.hits == 0
    swept = next(r for r in _played("dacapo", 40) if "Scores" in r.tags and _is_sweep(r))
    own = only(study_of([swept])).own
    assert isinstance(own, RoundFigures)
    assert own.sweeps.hits == 1


def _played(name: str, games: int, players: int = 2) -> list[Record]:
    match = Match(encore.load(name, players), ("random",) * players, games)
    return [match.play(number) for number in range(1, games + 1)]


def _is_sweep(record: Record) -> bool:
    """A two-player game that ends before anybody has 60 points."""
    return max(map(int, record.tags["Scores"].split(","))) < 60


def test_dacapo_alone() -> None:
    _, text, record = golden("dacapo-1")
    own = only(study_of([record])).own
    assert isinstance(own, SoloFigures)
    layout, _, _, order = list(plies(text))[-1]["state"].split(" ")
    tops = re.findall("[rpgy]", layout)
    heights = [int(height or 1) for _, height in re.findall(r"[rpgy]\d+(\*(\d+))?", layout)]
    assert own.piles.counts == {len(tops): 1}
    assert own.heights.counts == {max(heights): 1}
    assert own.left.counts == {sum(top != order[-1] for top in tops): 1}


@pytest.mark.parametrize("label", [label for label in ALL if label.startswith("dalapapa")])
def test_dalapapa_matches_its_golden_playthroughs(label: str) -> None:
    game, text, record = golden(label)
    own = only(study_of([record])).own
    assert isinstance(own, DalapapaFigures)
    answers = list(plies(text))
    laid = [move for move in record.moves if "@" in move]
    assert own.tiles.counts == {len(laid): 1}
    assert own.discs.count == own.groups.count == len(laid) - game.players
    assert own.sizes.count == sum(groups * times for groups, times in own.groups.counts.items())
    seconds = [number for number, ply in enumerate(answers) if ply["state"].startswith("second ")]
    bought = [number for number in seconds if "@" in record.moves[number]]
    assert (own.bought.hits, own.bought.of) == (len(bought), len(seconds))
    gains = [_gain(answers, number) + 4 for number in bought]
    assert own.worth.counts == Counter(gains)
    assert (own.paid.hits, own.paid.of) == (sum(gain > 4 for gain in gains), len(gains))
    turns = sum(ply["state"].startswith("first ") for ply in answers)
    assert own.turns.count == turns
    scores = literal_eval(answers[-1]["scores"])
    assert own.turns.mean * turns == pytest.approx(sum(scores))
    assert (own.below.hits, own.short.hits) == (0, 0)


def _gain(answers: Sequence[dict[str, str]], number: int) -> int:
    before, after = (sum(literal_eval(answers[at]["scores"])) for at in (number, number + 1))
    return int(after - before)


def test_in_da_capo_the_starter_is_the_first_player() -> None:
    _, text, record = golden("dacapo-2-rounds=2")
    assert list(plies(text))[1]["to_move"] == "1"
    assert only(study_of([record])).common.wins.places[0].strength().score == 1


def test_teams_win_together_and_equal_points_are_shared() -> None:
    common = CommonFigures(encore.load("dacapo", 4))
    assert [(rounds.label, rounds.fair) for rounds in common.wins.places] == [("first to move wins", Fraction(1, 2))]
    game = encore.load("dacapo", 4)
    common.wins.add(game, (1, 3), 3, "")
    assert common.wins.places[0].strength().score == 1
    three = CommonFigures(encore.load("dalapapa", 3)).wins
    three.add(encore.load("dalapapa", 3), (0, 2), 2, "")
    assert [rounds.strength().score for rounds in three.places] == [0.5, 0.5, 0]


def test_line_ups_and_settings_are_separate() -> None:
    mixed = Record({**WON.tags, "Seat2": "random"}, WON.moves)
    turned = Record({**WON.tags, "Seat1": "random"}, WON.moves)
    people = Record({**WON.tags, "Seat1": "Ann", "Seat2": "Bo"}, WON.moves)
    spoken = Record({**WON.tags, "Options": "call=spoken"}, (*WON.moves[:-1], "f4y!"))
    found = study_of([people, spoken, mixed, turned, WON])
    told = [(game.changed_options, [(group.who, group.games) for group in groups]) for game, groups in found.settings()]
    plain = [("random, bot:easy", 2), ("bot:easy", 1), ("others", 1)]
    assert told == [({}, plain), ({"call": "spoken"}, [("bot:easy", 1)])]


def test_games_that_players_ended_are_left_out() -> None:
    resigned = Record({**WON.tags, "Result": "1", "Termination": "resigned"}, WON.moves[:3])
    found = study_of([resigned, WON])
    assert (found.games, found.unfinished) == (1, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f'{TAGS}[Result "1"]\n\ne6r f6y f5r g5y e7b f4y\n', "line 6, column 1: Result is '1', but the moves give '2'"),
        (f"{TAGS}\ne6r f6y\ne1r\n", "line 8, column 1: rule 1: e1 touches no stone; place a stone next to another one"),
        (TAGS.replace("dakapo", "dacapo"), "line 1, column 1: this is a game of dacapo, not of dakapo"),
    ],
)
def test_a_record_that_is_wrong_counts_nothing(text: str, reason: str) -> None:
    found = study_of([WON])
    with pytest.raises(RecordError) as error:
        found.add(parse_record(text))
    assert str(error.value) == reason
    assert found == study_of([WON])


@pytest.mark.parametrize(
    ("name", "players"),
    [("dakapo", 2), ("dacapo", 1), ("dacapo", 3), pytest.param("dalapapa", 2, marks=pytest.mark.thorough)],
)
def test_merged_statistics_equal_those_of_all_games(name: str, players: int) -> None:
    records = _played(name, 7 if name == "dalapapa" else 12, players)
    whole = study_of(records)
    for cut in range(1, len(records)):
        parts = study_of(records[:cut]), study_of(records[cut:])
        parts[0].merge(pickle.loads(pickle.dumps(parts[1])))
        assert parts[0] == whole


@given(st.lists(st.tuples(st.sampled_from(["", "a", "b"]), st.sampled_from([0, 1, 2]))), st.data())
def test_rounds_may_be_cut_anywhere(games: list[tuple[str, int]], data: st.DataObject) -> None:
    """Games in a row with one deal are one observation, whether or not a cut goes through them."""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(games)), max_size=3)))
    merged = Rounds("", Fraction(1, 2))
    for start, end in zip([0, *cuts], [*cuts, len(games)], strict=True):
        merged.merge(_rounds(games[start:end]))
    assert merged == _rounds(games)
    runs: list[list[int]] = []
    for number, (deal, won) in enumerate(games):
        if number and deal and games[number - 1][0] == deal:
            runs[-1].append(won)
        else:
            runs.append([won])
    assert merged.count == len(runs)
    if runs:
        means = [sum(run) / 2 / len(run) for run in runs]
        assert merged.strength().score == pytest.approx(sum(means) / len(means))


def _rounds(games: Sequence[tuple[str, int]]) -> Rounds:
    rounds = Rounds("", Fraction(1, 2))
    for deal, won in games:
        rounds.add(deal, Fraction(won, 2))
    return rounds


def test_pairs_with_one_deal_are_one_observation() -> None:
    """A match of two bots: the deal that favours who moves first does so twice, which makes nobody surer."""
    match = Match(encore.load("dacapo", rounds=1), ("greedy", "random"), 8, nodes=20)
    group = only(study_of([match.play(number) for number in range(1, 9)]))
    assert (group.who, group.games) == ("random, greedy", 8)
    assert group.common.wins.places[0].strength().rounds == 4


def test_a_study_keeps_no_record_and_does_not_grow() -> None:
    """Folded over a generator: each record is gone when the next one comes, and what is left are counts."""
    kept = _played("dacapo", 10)
    found, last, sizes = Study(find("dacapo")), None, []
    for record in (replace(kept[number % 10]) for number in range(300)):
        assert last is None or last() is None
        found.add(record)
        last = ref(record)
        if found.games % 100 == 0:
            sizes.append(len(pickle.dumps(found)))
    assert len(sizes) == 3
    # The counts are as many as after the first ten games; some of them have a byte more.
    assert sizes[-1] < 1.05 * sizes[0]


def test_spreads_shares_and_courses() -> None:
    spread = Spread("", Counter({2: 3, 5: 1}))
    assert (spread.count, spread.mean, round(spread.deviation, 3)) == (4, 2.75, 1.299)
    assert [spread.quantile(part) for part in (0, 0.25, 0.75, 0.76, 1)] == [2, 2, 2, 5, 5]
    kinds = Kinds("", ("a", "b"))
    assert kinds.part("a") == 0
    kinds.add("b")
    assert (kinds.part("a"), kinds.part("b")) == (0, 1)
    course = Course("")
    course.add([1])
    longer = Course("")
    longer.add([3, 4])
    course.merge(longer)
    assert [step.counts for step in course.steps] == [{1: 1, 3: 1}, {4: 1}]


def test_only_what_could_happen_once_in_a_game_has_an_interval() -> None:
    assert strength_of_share(Share("")) is None
    once, often = (strength_of_share(Share("", games, 20, 100)) for games in (True, False))
    assert once and once.low < once.score == 0.2 < once.high
    assert often and often.low == often.score == 0.2 == often.high


def test_any_number_of_processes_reads_the_same(tmp_path: Path) -> None:
    """More files than are read at a time, one of them cut in two by a full disk and one of another game."""
    count = AT_A_TIME * QUICK + 5
    for number in range(1, count + 1):
        write_record(tmp_path / f"{number:04}.txt", WON if number % 2 else OVERLOOKED)
    (tmp_path / "0003.txt").write_text("[Game")
    (tmp_path / "0069.txt").write_text((tmp_path / "0001.txt").read_text().replace("dakapo", "dacapo"))
    readings = [list(read_files(find("dakapo"), find_records(tmp_path), {}, jobs)) for jobs in (1, 2)]
    for reading in readings:
        assert [part.files for part in reading] == [AT_A_TIME] * QUICK + [5]
        broken = [line for part in reading for line in part.broken]
        assert broken == [
            f"{tmp_path}/0003.txt: line 1, column 1: a tag is written [Name \"value\"], not '[Game'",
            f"{tmp_path}/0069.txt: line 1, column 1: this is a game of dacapo, not of dakapo",
        ]
    assert [part.study for part in readings[0]] == [part.study for part in readings[1]]


def test_records_of_a_folder_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    names = ["0002.txt", "9999.txt", "10000.txt", "results.tsv", ".0003.txt.7.part"]
    for name in names:
        (tmp_path / name).touch()
    assert [path.name for path in find_records(tmp_path)] == names[:3]
    assert find_records(tmp_path / "results.tsv") == [tmp_path / "results.tsv"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(EncoreError, match="has no records"):
        find_records(tmp_path / "empty")
    with pytest.raises(FileNotFoundError):
        find_records(tmp_path / "none")
