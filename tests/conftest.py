from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from encore.core.kernel_folder import kernel_folder
from tests.effort import SAMPLE
from tests.server.client import UNHURRIED, Served
from tests.variants import ALL

# A slow machine is not a failure, and using the same examples everywhere makes failures reproducible.
settings.register_profile(
    "encore", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile(SAMPLE, settings.get_profile("encore"))
settings.load_profile("encore")

# One kernel folder for all processes that tests start, also for those with their own home.
os.environ["ENCORE_KERNELS"] = str(kernel_folder() or "")

# Most tests need no bots; benchmarks, which import the same servers, measure the real command.
Served.usual = UNHURRIED

SAMPLED = 8
"""With --sample-variants, one in this many tests of a changed option is run, and one number of players per game."""
FIRST = "tests/web/", "tests/test_bounds.py"
"""The slowest tests; they start early, so that no core waits for them at the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sample-variants",
        action="store_true",
        help=f"of tests for every table, run one number of players per game and one in {SAMPLED} changed options",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("sample_variants"):
        settings.load_profile(SAMPLE)


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Return the number of cores plus one, unless the user sets a number.

    Tests of the page and the server spend much of their time waiting.
    """
    workers = yield
    return workers + ("PYTEST_XDIST_AUTO_NUM_WORKERS" not in os.environ)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("sample_variants"):
        chosen = sample(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = dealt(items, workers)


def sample(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the tests of make test, which are always the same."""
    chosen, same = set[pytest.Item](), dict[str, tuple[int, list[pytest.Item]]]()
    for item in items:
        table = _table(item)
        if item.get_closest_marker("thorough"):
            continue
        if marker := item.get_closest_marker("sampled"):
            same.setdefault(item.nodeid.partition("[")[0], (marker.args[0], []))[1].append(item)
        elif not table or item.get_closest_marker("every_table"):
            chosen.add(item)
        elif "=" not in table:
            other_counts = item.nodeid.replace(table, table.partition("-")[0])
            same.setdefault(other_counts, (len(ALL), []))[1].append(item)
        elif _draw(item.nodeid, SAMPLED) == 0:
            chosen.add(item)
    for name, (part, tests) in same.items():
        chosen.update(tests[_draw(name, min(part, len(tests))) :: part])
    return chosen


def _draw(name: str, count: int) -> int:
    """Return a number below ``count`` that depends on a name only."""
    return int.from_bytes(sha256(name.encode()).digest()[:4]) % count


def _table(item: pytest.Item) -> str | None:
    """Return the table that a test is for, by its label, if it is for one of many."""
    call = getattr(item, "callspec", None)
    labels = {call.id, *(value for value in call.params.values() if isinstance(value, str))} if call else set()
    return next((label for label in labels if label in ALL), None)


@pytest.fixture(scope="session")
def thorough(pytestconfig: pytest.Config) -> bool:
    """Tell whether a test takes the time to look at everything, as in make test-all."""
    return not pytestconfig.getoption("sample_variants")


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return tests so that each worker, which gets an equal part of them, starts with a share of the slow ones."""
    slow = [item for item in items if item.nodeid.startswith(FIRST)]
    fast = [item for item in items if not item.nodeid.startswith(FIRST)]
    order: list[pytest.Item] = []
    for worker in range(workers):
        for tests in (slow, fast):
            order += tests[len(tests) * worker // workers : len(tests) * (worker + 1) // workers]
    return order


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print what was not run, one line per reason."""
    reasons = Counter(str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", []))
    for reason, times in sorted(reasons.items()):
        terminalreporter.write_line(f"not run: {times} × {reason.removeprefix('Skipped: ')}")
    if config.getoption("sample_variants"):
        terminalreporter.write_line(
            "not run: thorough tests, other numbers of players, most changed options; make test-all runs them"
        )
