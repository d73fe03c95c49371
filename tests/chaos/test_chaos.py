"""The short form of ``make chaos``: two minutes under faults, in network namespaces where they are allowed."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice

import pytest

from tests.chaos.faults import KINDS, planned
from tests.patience import PATIENCE

LONG = 2 * 60


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: PostgreSQL and Valkey come from its packages")
def test_two_minutes_under_faults_leave_no_anomaly() -> None:
    command = [sys.executable, "-m", "tests.chaos", "--minutes", str(LONG / 60), "--seed", "test"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG + 6 * PATIENCE)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-8000:]
    assert "\n0 anomalies" in done.stdout


def test_a_seed_repeats_the_plan_of_faults() -> None:
    plan = list(islice(planned("1"), len(KINDS)))
    assert plan == list(islice(planned("1"), len(KINDS))) != list(islice(planned("2"), len(KINDS)))
    assert {each.kind for each in plan} == set(KINDS)
    assert "disk full" not in {each.kind for each in islice(planned("1", frozenset({"disk full"})), 50)}
