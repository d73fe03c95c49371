"""The command ``encore``."""


def main() -> None:
    """Run it."""
