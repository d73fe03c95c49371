from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from encore.server.rooms import hub as hub_module
from tests.server.client import Served, served
from tests.server.services import postgres, postgres_service, valkey, valkey_service
from tests.server.trap import Trap, trapped

__all__ = ["postgres", "postgres_service", "valkey", "valkey_service"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make sure that no table counts as opened slowly, however busy the machine is."""
    monkeypatch.setattr(hub_module, "OPENING", 1 << 60)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server without rate limits."""
    with served(tmp_path_factory.mktemp("data"), "--unlimited") as running:
        yield running


@pytest.fixture
def trap(tmp_path: Path) -> Iterator[Trap]:
    with trapped(tmp_path) as installed:
        yield installed
