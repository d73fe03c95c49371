"""The metrics of all processes behind one port: each keeps its own in a file, and whichever is asked shows all."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterable
from contextlib import suppress

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from encore.server.place import Place
from encore.server.rooms.metrics import Metrics

EVERY = 2.0
"""Seconds between two writes."""
OLDEST = 15.0
"""Seconds after which the numbers of a process are left out, because it hangs."""


async def keep_written(place: Place, metrics: Metrics) -> None:
    """Keep the metrics of this process in a file, which has its number as name, until the parent removes it."""
    file, new = place.metrics / str(place.number), place.metrics / f".{os.getpid()}"
    while True:
        with suppress(OSError):  # the disk is full, or the parent has just ended
            new.write_bytes(metrics.text())
            new.replace(file)
        await asyncio.sleep(EVERY)


def of_all(place: Place, own: bytes) -> bytes:
    """Return the metrics of all processes, each with its number; this one's are those of now."""
    texts = {str(place.number): own.decode()}
    for file in sorted(place.metrics.glob("[0-9]*")):
        with suppress(OSError):  # its process has just ended
            if time.time() - file.stat().st_mtime < OLDEST:
                texts.setdefault(file.name, file.read_text())
    registry = CollectorRegistry()
    registry.register(_Labelled(texts))
    return generate_latest(registry)


class _Labelled(Collector):
    """Metrics of several processes, with the label ``process``."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def collect(self) -> Iterable[Metric]:
        """Put those of the same name together."""
        found: dict[str, Metric] = {}
        for process, text in self._texts.items():
            for metric in text_string_to_metric_families(text):
                same = found.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                same.samples += [each._replace(labels={**each.labels, "process": process}) for each in metric.samples]
        return found.values()
