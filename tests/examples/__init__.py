import pytest

# PyTorch weighs gigabytes, so that only who trains has it.
pytest.importorskip("torch", reason="PyTorch is not there; make train sets it up")
