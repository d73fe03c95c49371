"""Models for the tests: networks whose output does not depend on the input."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import ArrayLike

from encore.bots.model import LABEL
from encore.core.encoding import encoding_of, label
from encore.core.game import AnyGame


def write_model(
    path: Path,
    game: AnyGame,
    ratings: ArrayLike,
    said: Mapping[str, str] | None = None,
    shape: tuple[int, ...] = (),
    outlook: float | None = None,
) -> None:
    """Write a model with these logits; its metadata names the game, or what is ``said``."""
    wanted, rated = shape or encoding_of(game).shape, np.asarray(ratings, np.float32)
    numbers = [onnx.numpy_helper.from_array(rated, "rated"), onnx.numpy_helper.from_array(np.float32(0), "zero")]
    nodes = [
        onnx.helper.make_node("Cast", ["observations"], ["numbers"], to=onnx.TensorProto.FLOAT),
        onnx.helper.make_node("Flatten", ["numbers"], ["flat"]),
        onnx.helper.make_node("ReduceMax", ["flat"], ["most"], keepdims=1, axes=[1]),
        onnx.helper.make_node("Mul", ["most", "zero"], ["nothing"]),
        onnx.helper.make_node("Add", ["nothing", "rated"], ["policy"]),
    ]
    given = onnx.helper.make_tensor_value_info("observations", onnx.TensorProto.INT8, ["n", *wanted])
    found = onnx.helper.make_tensor_value_info("policy", onnx.TensorProto.FLOAT, ["n", len(rated)])
    given_back = [found]
    if outlook is not None:
        numbers.append(onnx.numpy_helper.from_array(np.array([outlook], np.float32), "told"))
        nodes.append(onnx.helper.make_node("Add", ["nothing", "told"], ["outlook"]))
        given_back.append(onnx.helper.make_tensor_value_info("outlook", onnx.TensorProto.FLOAT, ["n", 1]))
    graph = onnx.helper.make_graph(nodes, "constant", [given], given_back, numbers)
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=10)
    onnx.helper.set_model_props(model, {LABEL + part: text for part, text in (said or label(game)).items()})
    onnx.save(model, path)
