"""Run the benchmarks: ``python -m bench``, or ``python -m bench NAME`` for one.

Each measure is one tab-separated line: name, ours, peer, ratio, bar, and ok or short. The exit status is 1 if any is
short.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from bench.measure import Measure

NOT_BENCHMARKS = {
    "__main__",
    "measure",
    "aec",
    "arena",
    "attacks",
    "duel",
    "foresight",
    "gpu",
    "honest",
    "load",
    "pages",
    "served",
}
NAMES = sorted(
    found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)]) if found.name not in NOT_BENCHMARKS
)


def main(wanted: list[str]) -> int:
    """Run the benchmarks of these names, or all if none is given."""
    unknown = set(wanted) - set(NAMES)
    if unknown:
        print(
            f"bench: there is no benchmark {', '.join(sorted(unknown))}; there are: {', '.join(NAMES)}", file=sys.stderr
        )
        return 2
    short = False
    for name in wanted or NAMES:
        measures: Iterable[Measure] = import_module(f"bench.{name}").run()
        for measure in measures:
            print(measure.line(), flush=True)
            short |= not measure.ok
    return int(short)


sys.exit(main(sys.argv[1:]))
