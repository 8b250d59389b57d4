"""Calls every entry point of the kernel with hostile arguments: ``-m fuzz.kernel_fuzz SEED CALLS LOG``.

A program of its own, because what it looks for ends the process.  The last call is in the file LOG, so that
there is something to look at then.  Whatever is asked, the kernel answers or raises one of ``REFUSALS``.
"""

import faulthandler
import os
import random
import resource
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from fuzz import (  # noqa: F401  (their recipes are among RECIPES)
    certificate_recipes,
    environment_recipes,
    game_recipes,
    quick_recipes,
)
from fuzz.kernel_recipes import COSTLY, RECIPES, Call
from yomikiri import _kernel

REFUSALS = (ValueError, TypeError, MemoryError, BufferError)
MOST_MEMORY = 2**33
STOPPED = "the work was stopped"
"""What a builder says that its watch has stopped."""

FAR = [-1, -2, -1000, -(2**31), 2**31 - 1, 2**31 - 2, 10**6, 2**30]
FARTHER = [-(2**31) - 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**64), 10**30]
NEAR = [0, 1, 2, 3, 7, 8, 15, 16, 17, 63, 64, 65, 200, 255, 256, 65535, 65536]
FLOATS = [float("nan"), float("inf"), float("-inf"), -1.0, -0.0, 1e308, 5e-324, 0.5]
TEXTS = ["", "x", "exact\0", "EXACT", "relaxed ", "é" * 30, "\ud800", "y" * 10_000]


class Odd:
    """An object that answers every question by an exception."""

    def __refuse(self, *anything: Any) -> Any:
        raise ValueError("odd")

    __bool__ = __len__ = __index__ = __float__ = __iter__ = __call__ = __getitem__ = __refuse


def entry_points(module: ModuleType) -> set[str]:
    """The names of everything in a module of nanobind's that takes arguments."""
    found = set()
    for name, value in vars(module).items():
        if type(value).__name__ == "nb_func":
            found.add(name)
        elif isinstance(value, type) and not name.startswith("_"):
            members = vars(value).items()
            found |= {f"{name}.{key}" for key, each in members if type(each).__name__.startswith("nb_")}
    return found


def without_recipe(module: ModuleType) -> list[str]:
    return sorted(entry_points(module) - set(RECIPES))


# -- hostile values --------------------------------------------------------------------------------


def classes() -> list[type]:
    return [each for each in vars(_kernel).values() if isinstance(each, type)]


def strangers(rng: random.Random) -> list[Any]:
    """Values of every other type; among them objects of the kernel that were never initialised."""
    kernel_class = rng.choice(classes())
    return [
        None,
        0,
        -1,
        0.5,
        True,
        "x",
        b"x",
        [],
        [None],
        {},
        (),
        Odd(),
        object(),
        kernel_class.__new__(kernel_class),
    ]


def spoilt_bytes(rng: random.Random, value: bytes) -> Any:
    flipped = bytearray(value or b"\0")
    flipped[rng.randrange(len(flipped))] = rng.getrandbits(8)
    size = len(value)
    return rng.choice(
        [
            b"",
            value[: rng.randrange(size + 1)],
            value + rng.randbytes(rng.randint(1, 9)),
            value * 3,
            bytes(size),
            b"\xff" * size,
            rng.randbytes(size),
            rng.randbytes(rng.randrange(64)),
            bytes(flipped),
            bytes(flipped),
            bytes(flipped),
            *odd_buffers(value),
        ]
    )


def odd_buffers(value: bytes) -> list[Any]:
    """The same or less in containers that are misaligned, strided, read-only, of another type, or closed."""
    moved = bytearray(b"\0" + value + b"\0")
    released = memoryview(value)
    released.release()
    return [
        memoryview(moved)[1:-1],
        memoryview(moved)[::2],
        memoryview(value),
        bytearray(value),
        array("d", [0.0]),
        value.decode("latin-1"),
        released,
    ]


def spoilt_function(rng: random.Random) -> Any:
    def fail(*anything: Any) -> Any:
        raise ValueError("failing on purpose")

    functions = [fail, lambda: False, lambda *counts: Odd(), lambda *counts: None, Odd()]
    return rng.choice([*functions, *strangers(rng)])


def spoilt_list(rng: random.Random, value: list[Any]) -> Any:
    if value and rng.random() < 0.7:
        changed = list(value)
        at = rng.randrange(len(changed))
        changed[at] = spoilt(rng, changed[at], "")
        return changed
    return rng.choice(
        [[], value * 2, value[1:], value[::-1], tuple(value), [None] * 3, list(range(70)), [value]]
    )


def spoilt(rng: random.Random, value: Any, name: str) -> Any:
    """Another value in the place of a valid one; often still of its type."""
    if rng.random() < 0.05:
        return rng.choice(strangers(rng))
    if isinstance(value, bool):
        return rng.choice([not value, 2, -1, None, "yes"])
    if isinstance(value, int) or (value is None and name in ("nodes", "upper")):
        near = FAR if name in COSTLY or value is None else [*NEAR, value - 1, value + 1]
        return rng.choice(rng.choice([FAR, FARTHER, near]))
    if isinstance(value, float) or name == "seconds":
        return rng.choice(FLOATS)
    if isinstance(value, str):
        return rng.choice([*TEXTS, value.upper(), value + " "])
    if isinstance(value, bytes | bytearray):
        return spoilt_bytes(rng, bytes(value))
    if isinstance(value, list):
        return spoilt_list(rng, value)
    if isinstance(value, tuple):
        changed = spoilt_list(rng, list(value))
        return tuple(changed) if isinstance(changed, list) else changed
    return spoilt_function(rng) if callable(value) else rng.choice(strangers(rng))


def spoil(rng: random.Random, call: Call) -> None:
    """Some of its arguments, or how many there are."""
    keys: list[Any] = [*range(len(call.args)), *call.kwargs]
    for key in rng.sample(keys, min(len(keys), rng.choice([0, 0, 1, 1, 1, 1, 2, 3]))):
        held: Any = call.args if isinstance(key, int) else call.kwargs
        held[key] = spoilt(rng, held[key], str(key))
    if rng.random() < 0.02:
        call.args.append(rng.choice(strangers(rng)))
    if call.args and rng.random() < 0.02:
        call.args.pop()
    if rng.random() < 0.02:
        call.kwargs["unknown"] = 1


# -- the run ---------------------------------------------------------------------------------------


def use(answer: Any) -> Iterator[Any]:
    """Everything that an answer can be asked without arguments."""
    for name, value in vars(type(answer)).items():
        if isinstance(value, property):
            yield getattr(answer, name)


def make(call: Call) -> str:
    """The outcome of a call, in a word."""
    try:
        answer = call.function(*call.args, **call.kwargs)
        list(use(answer))
    except REFUSALS as refusal:
        return type(refusal).__name__
    except RuntimeError as refusal:
        if str(refusal) != STOPPED:
            raise
        return "stopped"
    return "answered"


def run(seed: int, calls: int, log: Path) -> dict[str, dict[str, int]]:
    """What became of the calls, by entry point and outcome."""
    if missing := without_recipe(_kernel):
        raise SystemExit(f"no recipe for {', '.join(missing)}: see kernel_recipes.py")
    rng = random.Random(seed)
    names = sorted(entry_points(_kernel))
    became: dict[str, dict[str, int]] = {name: {} for name in names}
    with log.open("wb", buffering=0) as file:
        for number in range(calls):
            name = names[number % len(names)]
            try:
                call = RECIPES[name](rng)
            except MemoryError:
                continue
            spoil(rng, call)
            os.pwrite(file.fileno(), _line(number, name, call), 0)
            outcome = make(call)
            became[name][outcome] = became[name].get(outcome, 0) + 1
    for each in classes():
        for asked in vars(each).values():
            if isinstance(asked, property):
                make(Call(asked.__get__, [each.__new__(each), each]))
    return became


def _line(number: int, name: str, call: Call) -> bytes:
    """A call as text, always as long, so that one overwrites the other."""
    text = f"call {number}: {name} {call.args!r} {call.kwargs!r}"
    return text.encode("utf-8", "backslashreplace")[:2000].ljust(2000) + b"\n"


def limit_memory() -> None:
    """A call that takes all memory should end this program and no other.  Sanitizers need all addresses."""
    if "asan" not in os.environ.get("LD_PRELOAD", ""):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    faulthandler.enable()
    limit_memory()
    for name, outcomes in run(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])).items():
        print(name, *(f"{outcome}={count}" for outcome, count in sorted(outcomes.items())))
