"""Facts and outcomes as data, and their English text, which is there whatever the texts of a game are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from encore import Outcome
from encore.core import rendering
from encore.core.fact import Fact, plain

FOREIGN = """\
good = Well done.
needs = { $colour } wins.
counts = { NUMBER($stones) } stones.
lost = { nothing }
round = { round }
"""


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the game ``foreign`` have texts with mistakes."""
    (tmp_path / "en.ftl").write_text(FOREIGN)
    texts = rendering.texts
    monkeypatch.setattr(rendering, "texts", lambda owner: tmp_path if owner == "foreign" else texts(owner))
    yield
    rendering._sources.cache_clear()
    rendering._entry.cache_clear()


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (Fact("foreign.good"), "Well done."),
        (Fact("foreign.missing"), "foreign.missing"),
        (Fact("foreign.needs", seat=2, color="red"), "foreign.needs (seat=2, color=red)"),
        (Fact("foreign.counts", stones=3), "foreign.counts (stones=3)"),
        (Fact("foreign.lost"), "foreign.lost"),
        (Fact("foreign.round"), "foreign.round"),
        (Fact("chess.mate", why=plain("no move"), all=(plain("a"), plain("b"))), "chess.mate (why=no move, all=a, b)"),
        (Fact("core.plain", text=Fact("chess.mate", seat=1)), "core.plain (text=chess.mate (seat=1))"),
        (Fact("nonsense"), "nonsense"),
    ],
    ids=lambda value: value.code if isinstance(value, Fact) else "",
)
@pytest.mark.usefixtures("foreign")
def test_the_text_of_a_fact_is_never_an_error(fact: Fact, text: str) -> None:
    assert str(fact) == text
    if text != "Well done.":
        with pytest.raises((LookupError, ValueError, RecursionError)):
            rendering.render(fact)


def test_an_outcome_can_be_replaced_and_matched() -> None:
    fact = Fact("dakapo.end-full")
    outcome = Outcome((1,), (3, 4), fact)
    assert replace(outcome, winners=(0,)) == Outcome((0,), (3, 4), fact) == Outcome((0,), (3, 4), fact=fact)
    assert replace(outcome, reason="another").reason == "another"  # type: ignore[call-arg]
    assert Outcome.__match_args__ == ("winners", "scores", "reason")
    match outcome:
        case Outcome((winner,), _, reason):
            assert (winner, reason) == (1, str(fact))
    with pytest.raises(TypeError, match="needs a reason"):
        Outcome((), ())
