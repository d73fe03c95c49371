"""``python -m examples.train FOLDER``."""

if __name__ == "__main__":
    # Processes that play matches look at this file too, and need no PyTorch.
    from encore.cli import run
    from examples.train.command import app

    run(app, "examples.train")
