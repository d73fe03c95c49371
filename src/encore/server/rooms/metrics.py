"""Metrics for operators, in the format of Prometheus."""

from __future__ import annotations

import collections
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from encore.server.bots.fair_queue import Kind
from encore.server.bots.thinkers import Thinkers
from encore.server.storage.store import Store

TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The metrics of one process."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(Questions(thinkers))
        self._registry.register(Workers(thinkers))
        self.count("encore_rows", "Rows that were stored.", lambda: store.stored)
        self.count("encore_commits", "Commits of the store; rows share them.", lambda: store.commits)
        self.count("encore_workers_replaced", "Workers that died or hung.", lambda: thinkers.replaced)
        self.answers: collections.Counter[str] = collections.Counter(ack=0)
        self._registry.register(Actions(self.answers))
        self.took = Durations("encore_action_seconds", "Seconds until an action was stored and acknowledged.")
        self._registry.register(self.took)
        ProcessCollector(registry=self._registry)
        self.sockets = Gauge("encore_sockets", "Connections that are open.", registry=self._registry)
        self.tables = Gauge("encore_tables", "Tables that are open in this process.", registry=self._registry)
        self.thinking = Histogram("encore_thinking_seconds", "Seconds until a bot has moved.", registry=self._registry)
        waiting = Histogram(
            "encore_waiting_seconds", "Seconds until a question reaches a worker.", ["kind"], registry=self._registry
        )
        waits = {kind: waiting.labels(kind.name.lower()) for kind in Kind}
        thinkers.waited = lambda kind, seconds: waits[kind].observe(seconds)
        self.notices_sent = Counter("encore_notices_sent", "Notices that were sent.", registry=self._registry)
        self.notices_failed = Counter("encore_notices_failed", "Notices that were not sent.", registry=self._registry)
        self.notice_seconds = Histogram(
            "encore_notice_seconds", "Seconds from a move until its notice was sent.", registry=self._registry
        )
        self.mails_sent = Counter("encore_mails_sent", "Mails that were sent.", registry=self._registry)
        self.mails_failed = Counter("encore_mails_failed", "Mails that were not sent.", registry=self._registry)
        self.dropped = Counter("encore_dropped", "Clients dropped for being too slow.", registry=self._registry)

    def count(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a counter that is kept elsewhere as a plain number and read on request: it costs nothing per move."""
        self._registry.register(Counted(name, meaning, read))

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a number that goes up and down, is kept elsewhere and read on request."""
        Gauge(name, meaning, registry=self._registry).set_function(read)

    def text(self) -> bytes:
        """Return all metrics."""
        return generate_latest(self._registry)


class Counted(Collector):
    """A counter that is kept elsewhere."""

    def __init__(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        self._name, self._meaning, self._read = name, meaning, read

    def collect(self) -> Iterable[Metric]:
        """Read it."""
        yield CounterMetricFamily(self._name, self._meaning, self._read())


class Durations(Collector):
    """How long something took, counted as plain numbers because there is one for every move."""

    BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
    """The longest seconds of each count; another one has all that took longer."""

    def __init__(self, name: str, meaning: str) -> None:
        self._name, self._meaning = name, meaning
        self._counts, self._sum = [0] * (len(self.BOUNDS) + 1), 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(self.BOUNDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterable[Metric]:
        """Read the numbers, each with those of shorter times."""
        shown = HistogramMetricFamily(self._name, self._meaning)
        bounds = (*map(str, self.BOUNDS), "+Inf")
        shown.add_metric([], list(zip(bounds, map(float, accumulate(self._counts)), strict=True)), self._sum)
        yield shown


class Actions(Collector):
    """How many actions got which answer, counted as plain numbers because there is one for every move."""

    def __init__(self, answers: Mapping[str, int]) -> None:
        self._answers = answers

    def collect(self) -> Iterable[Metric]:
        """Read the numbers."""
        actions = CounterMetricFamily("encore_actions", "Actions by what came of them.", labels=["answer"])
        for answer, number in self._answers.items():
            actions.add_metric([answer], number)
        yield actions


class Questions(Collector):
    """How many questions wait for a worker."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers

    def collect(self) -> Iterable[Metric]:
        """Count them."""
        yield GaugeMetricFamily("encore_questions", "Questions that wait for a worker.", self._thinkers.waiting)
        kinds = GaugeMetricFamily(
            "encore_questions_by_kind", "Questions that wait, by what they are for.", labels=["kind"]
        )
        for kind in Kind:
            kinds.add_metric([kind.name.lower()], self._thinkers.waiting_of(kind))
        yield kinds


class Workers(Collector):
    """The processes that answer questions, on this machine and on others, and what came of the questions."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers

    def collect(self) -> Iterable[Metric]:
        """Count them; a place without processes is there too."""
        here, others = self._thinkers, self._thinkers.others
        numbers = {
            "here": (here.processes, here.answered, here.failed),
            "elsewhere": (others.processes, others.answered, others.failed) if others else (0, 0, 0),
        }
        processes = GaugeMetricFamily("encore_workers", "Processes that answer questions.", labels=["place"])
        answered = CounterMetricFamily("encore_worker_answers", "Questions that were answered.", labels=["place"])
        failed = CounterMetricFamily("encore_worker_failures", "Questions asked in vain.", labels=["place"])
        for place, counted in numbers.items():
            processes.add_metric([place], counted[0])
            answered.add_metric([place], counted[1])
            failed.add_metric([place], counted[2])
        yield from (processes, answered, failed)
        refused = "Messages of bot workers, and workers, that were refused."
        yield CounterMetricFamily("encore_worker_refused", refused, others.refused if others else 0)
