from __future__ import annotations

from tests.server.services import postgres, postgres_service, valkey, valkey_service

__all__ = ["postgres", "postgres_service", "valkey", "valkey_service"]
