"""``encore serve`` with a known seed, so that a frozen transcript meets the same deals again."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable

SEED_BYTES = 32
SEED = "5eed" * 16
"""The seed of every game on such a server."""


def main() -> None:
    """Run the command with the arguments of this process."""
    random_hex: Callable[[int | None], str] = secrets.token_hex

    def token_hex(nbytes: int | None = None) -> str:
        return SEED if nbytes == SEED_BYTES else random_hex(nbytes)

    secrets.token_hex = token_hex
    from encore.cli import main as encore

    sys.argv[1:1] = ["serve"]
    encore()


if __name__ == "__main__":
    main()
