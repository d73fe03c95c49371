from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# A slow machine is no failure, and the same examples everywhere make a red run one that can be repeated.
settings.register_profile(
    "encore", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("encore")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: whoever tests a page or a server waits half of the time."""
    return (os.cpu_count() or 1) + 1
