"""Export the weights to a file that ``encore play dakapo --seat human,model:FILE`` plays with, without JAX."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from encore.bots.model import LABEL
from encore.core.encoding import encoding_of, label
from encore.core.game import AnyGame
from encore.games.dakapo.learn.encoding import CELLS
from encore.games.dakapo.tables import COLOURS
from examples.train.device.network import BESIDE, ON_SQUARE, PLACEMENTS, SMALL, layers_of

OPSET = 17
COUNT = len(COLOURS)
"""How many colours there are."""


class Graph:
    """The nodes of an ONNX model, added one by one; each is called by the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: dict[tuple[bytes, tuple[int, ...]], Any] = {}

    def constant(self, value: Any) -> str:
        """Return the name of numbers; equal ones are stored once."""
        array = np.asarray(value)
        array = array.astype(np.int64 if array.dtype.kind in "iu" else np.float32)
        key = array.tobytes(), array.shape
        if key not in self.constants:
            self.constants[key] = numpy_helper.from_array(array, f"c{len(self.constants)}")
        return str(self.constants[key].name)

    def add(self, kind: str, *inputs: str | float | NDArray[Any], **settings: Any) -> str:
        """Add an operation on earlier results or numbers."""
        names = [each if isinstance(each, str) else self.constant(each) for each in inputs]
        name = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, names, [name], **settings))
        return name

    def cut(self, source: str, first: int, end: int, axis: int) -> str:
        """Add a part of an axis."""
        return self.add("Slice", source, np.array([first]), np.array([end]), np.array([axis]))


def export(weights: Mapping[str, NDArray[np.float32]], game: AnyGame, path: Path) -> None:
    """Write an ONNX model whose metadata names what it was trained for."""
    graph = Graph()
    ratings, value = _network(graph, weights)
    graph.nodes += [
        helper.make_node("Identity", [ratings], ["ratings"]),
        helper.make_node("Identity", [value], ["outlook"]),
    ]
    made = helper.make_graph(
        graph.nodes,
        game.name,
        [helper.make_tensor_value_info("observations", TensorProto.INT8, ["games", *encoding_of(game).shape])],
        [
            helper.make_tensor_value_info("ratings", TensorProto.FLOAT, ["games", PLACEMENTS]),
            helper.make_tensor_value_info("outlook", TensorProto.FLOAT, ["games"]),
        ],
        list(graph.constants.values()),
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    helper.set_model_props(model, {LABEL + part: value for part, value in label(game).items()})
    fresh = path.with_suffix(".new")
    onnx.save(model, fresh)
    fresh.replace(path)


def _features(graph: Graph) -> str:
    """Add what is seen, as ``network.features`` has it."""
    add = graph.add
    planes = add("Reshape", add("Cast", "observations", to=TensorProto.FLOAT), np.array([0, -1, CELLS]))
    own, closed = graph.cut(planes, 0, COUNT, 1), graph.cut(planes, COUNT, 2 * COUNT, 1)
    occupied = add("ReduceSum", own, np.array([1]), keepdims=1)
    other = add("Sub", occupied, own)
    empty = add("Add", add("Sub", 1.0, occupied), add("Mul", own, 0.0))
    corners, foreign = add("MatMul", own, ON_SQUARE), add("MatMul", other, ON_SQUARE)
    free = add("Relu", add("Sub", 1.0, foreign))
    threes = add("Mul", add("Relu", add("Sub", corners, 2.0)), free)
    three = add("Mul", add("Min", add("MatMul", threes, ON_SQUARE.T), 1.0), empty)
    pairs = add("Mul", add("Relu", add("Sub", 1.0, add("Abs", add("Sub", corners, 2.0)))), free)
    two = add("Div", add("Mul", add("MatMul", pairs, ON_SQUARE.T), empty), 4.0)
    near = add("Min", add("MatMul", occupied, BESIDE), 1.0)
    far = add("Sub", 1.0, add("Min", add("MatMul", own, BESIDE), 1.0))
    opened = add("Mul", add("Mul", add("Mul", empty, near), far), add("Sub", 1.0, closed))
    parts = [own, other, closed, empty, three, two, opened, add("Mul", opened, three)]
    return add("Concat", *(add("Unsqueeze", part, np.array([3])) for part in parts), axis=3)


def _network(graph: Graph, weights: Mapping[str, NDArray[np.float32]]) -> tuple[str, str]:
    """Add ``network.apply``."""
    add = graph.add
    notes = add("Relu", add("MatMul", _features(graph), weights["first"]))
    for layer in range(layers_of(dict(weights))):
        clear = _normal(graph, notes)
        told = add("MatMul", clear, weights[f"tell{layer}"])
        words = weights[f"tell{layer}"].shape[1] // 3
        onto, along, across = (graph.cut(told, part * words, (part + 1) * words, 3) for part in range(3))
        # A product from the left takes the cells, which are the axis before the last one.
        corners = add("Add", add("MatMul", ON_SQUARE.T, onto), weights[f"least{layer}"])
        squares = add("Div", add("MatMul", ON_SQUARE, add("Relu", corners)), 4.0)
        others = add("Sub", add("ReduceSum", across, np.array([1]), keepdims=1), across)
        heard = add("Concat", clear, squares, add("MatMul", BESIDE.T, along), others, axis=3)
        change = add("Add", add("MatMul", heard, weights[f"hear{layer}"]), weights[f"bias{layer}"])
        notes = add("Add", notes, add("Relu", change))
    clear = _normal(graph, notes)
    ratings = add("Reshape", add("MatMul", clear, weights["policy"]), np.array([0, PLACEMENTS]))
    pooled = [add(kind, clear, axes=[1, 2], keepdims=0) for kind in ("ReduceMean", "ReduceMax")]
    value = add("MatMul", add("Concat", *pooled, axis=1), weights["value0"])
    value = add("Relu", add("Add", value, weights["bias-value0"]))
    value = add("Tanh", add("Add", add("MatMul", value, weights["value1"]), weights["bias-value1"]))
    return ratings, add("Reshape", value, np.array([-1]))


def _normal(graph: Graph, notes: str) -> str:
    size = graph.add("ReduceMean", graph.add("Mul", notes, notes), axes=[3], keepdims=1)
    return graph.add("Div", notes, graph.add("Sqrt", graph.add("Add", size, SMALL)))
