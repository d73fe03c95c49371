from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# A slow machine is no failure, and the same examples everywhere make a red run one that can be repeated.
settings.register_profile(
    "encore", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("encore")


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One more than there are cores, unless it is told: whoever tests a page or a server often waits."""
    workers = yield
    return workers + ("PYTEST_XDIST_AUTO_NUM_WORKERS" not in os.environ)
