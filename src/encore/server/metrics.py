"""What an operator may want to know, as Prometheus reads it."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.actions = Counter("encore_actions", "Actions by what came of them.", ["answer"], registry=self._registry)
        self.acknowledged = self.actions.labels("ack")
        self.sockets = Gauge("encore_sockets", "Connections that are open.", registry=self._registry)
        self.tables = Gauge("encore_tables", "Tables that are open in this process.", registry=self._registry)
        self.thinking = Histogram("encore_thinking_seconds", "Seconds until a bot has moved.", registry=self._registry)
        self.dropped = Counter("encore_dropped", "Clients dropped for being too slow.", registry=self._registry)

    def text(self) -> bytes:
        """Return all figures."""
        return generate_latest(self._registry)
