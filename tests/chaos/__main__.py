"""``make chaos``: a cluster under faults, and what the checker found."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import signal
import sys

from tests.chaos.network import Loopback, Namespaces, Network, enter_namespaces, why_no_namespaces
from tests.chaos.run import Run


def main() -> int:
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long clients play and faults happen")
    parser.add_argument("--seed", default="", help="repeat the faults and choices of an earlier run")
    parser.add_argument("--loopback", action="store_true", help="no network namespaces")
    asked = parser.parse_args()
    seed = asked.seed or secrets.token_hex(4)
    why = "as you wish" if asked.loopback else why_no_namespaces()
    network: Network
    if why:
        print(f"without network namespaces: {why}", flush=True)
        network = Loopback()
    else:
        arguments = ["--minutes", str(asked.minutes), "--seed", seed]
        enter_namespaces("tests.chaos", arguments)
        network = Namespaces()
    return asyncio.run(_until_stopped(Run(network, seed, 60 * asked.minutes)))


async def _until_stopped(run: Run) -> int:
    task = asyncio.current_task()
    assert task
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        return 1 if await run.go() else 0
    except asyncio.CancelledError:
        print("stopped")
        return 130


if __name__ == "__main__":
    sys.exit(main())
