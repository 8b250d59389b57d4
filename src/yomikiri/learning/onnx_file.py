"""Models as ONNX, for programs that know nothing of ours: one product of integers.

The input ``counts`` has a row of the game's counts for each position, 64-bit integers; the output ``score``
has an integer for each row, the same as :meth:`yomikiri.learning.Model.score`.  What the counts are, for
which rules, and how much of a score is one move, is in the file's properties.
"""

import os
from pathlib import Path
from typing import Any

from yomikiri.core.errors import InputError
from yomikiri.learning.model import Model

OPSET = 13
"""The first in which integers of 64 bits are multiplied."""


def save_onnx(model: Model, path: str | os.PathLike[str]) -> None:
    """Write the model as ONNX."""
    Path(path).write_bytes(made(model).SerializeToString())


def made(model: Model) -> Any:
    """The model as an ``onnx.ModelProto``, checked."""
    onnx = packages()
    helper, whole = onnx.helper, onnx.TensorProto.INT64
    count = len(model.weights)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["counts", "weights"], ["score"])],
        f"{model.game} {model.inputs}",
        [helper.make_tensor_value_info("counts", whole, ["positions", count])],
        [helper.make_tensor_value_info("score", whole, ["positions"])],
        [helper.make_tensor("weights", whole, [count], list(model.weights))],
    )
    found = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    properties = {name: str(getattr(model, name)) for name in ("game", "rules", "inputs", "scale")}
    helper.set_model_props(found, properties)
    onnx.checker.check_model(found)
    return found


def packages() -> Any:
    """The package ``onnx``, or an error that says how to get it."""
    try:
        import onnx
        import onnx.checker
        import onnx.helper
    except ImportError:
        raise InputError("ONNX needs the package onnx: pip install onnx") from None
    return onnx
