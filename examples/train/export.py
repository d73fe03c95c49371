"""Export the network to a file that ``encore play dakapo --seat model:FILE`` plays with, without PyTorch."""

from __future__ import annotations

import logging
from pathlib import Path

import onnx
import torch

from encore.bots.model import LABEL
from encore.core.encoding import encoding_of, label
from encore.core.game import AnyGame
from examples.train.network import Network


def export(network: Network, game: AnyGame, path: Path) -> None:
    """Write an ONNX model whose metadata names what it was trained for."""
    seen = torch.zeros((2, *encoding_of(game).shape), dtype=torch.int8)
    # It warns about a missing package that is not needed.
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    network.eval()
    program = torch.onnx.export(
        network,
        (seen,),
        input_names=["observations"],
        output_names=["ratings", "outlook"],
        dynamic_shapes=({0: torch.export.Dim.DYNAMIC},),
        dynamo=True,
        verbose=False,
    )
    network.train()
    assert program is not None  # it is None only if a file is named
    model = program.model_proto
    onnx.helper.set_model_props(model, {LABEL + part: value for part, value in label(game).items()})
    fresh = path.with_suffix(".new")
    onnx.save(model, fresh)
    fresh.replace(path)
