import pytest

# PyTorch weighs gigabytes, so that only who trains has it.
pytest.importorskip("torch", reason="needs PyTorch: make .venv/train.ready installs it")
