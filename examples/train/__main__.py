"""``python -m examples.train FOLDER``."""

import sys

if __name__ == "__main__":
    # Processes that play matches import this file too, and need no PyTorch.
    from encore.cli import run

    try:
        from examples.train.command import app
    except ModuleNotFoundError as error:
        sys.exit(f"examples.train: {error.name} is missing: make train, or pip install 'encore-table[train]'")
    run(lambda: app, "examples.train")
