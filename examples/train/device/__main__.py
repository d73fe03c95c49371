"""``python -m examples.train.device FOLDER``."""

import sys

if __name__ == "__main__":
    from encore.cli import run

    try:
        from examples.train.device.command import app
    except ImportError as error:
        sys.exit(f"examples.train.device: {error}: pip install 'encore-table[jax]' onnx")
    run(lambda: app, "examples.train.device")
