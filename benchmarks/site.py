"""How much slower the kernel of the site is than the one beside Python: the same questions to both.

    python benchmarks/site.py

Needs what `make site` needs, and Node.  Both run on one thread; the seconds are those that the searches
themselves took, each the least of three.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]

import site_tools  # noqa: E402
from yomikiri import FreeCell, Superpuzz, _kernel  # noqa: E402
from yomikiri.games.freecell.learner import LEARNER, QUICK  # noqa: E402
from yomikiri.games.freecell.quick import rules_of  # noqa: E402
from yomikiri.learning import load_model  # noqa: E402

TIMES = 3
LIMITS = {"nodes": 2_000_000, "memory": 2**30}
NATIVE: dict[str, Any] = {**LIMITS, "seconds": None, "watch": lambda *_: False}
WEIGHTS = b"".join(
    weight.to_bytes(2, "little", signed=True) for weight in load_model(LEARNER.default).weights
)


def quick(number: int) -> Any:
    """The answer of the kernel alone: a result's seconds have the replay by Python's rules in them."""
    game = FreeCell()
    code = game.encode(game.deal(number))
    return _kernel.freecell_quick(
        *rules_of(game), False, code, order="sweeps", width=QUICK, weights=WEIGHTS, **NATIVE
    )


def decide(number: int) -> Any:
    game = Superpuzz()
    return _kernel.row_decide(game.columns, game.encode(game.deal(number)), store="fingerprint", **NATIVE)


QUESTIONS: dict[str, tuple[Any, str, range]] = {
    "FreeCell, quick, deals 1 to 300": (quick, "freecell", range(1, 301)),
    "Superpuzz of 13 columns, decide, deals 1 to 12": (decide, "superpuzz", range(1, 13)),
}


def main() -> None:
    node = site_tools.node()
    assert node is not None, "there is no Node"
    runner = subprocess.Popen(
        site_tools.runner(node), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert runner.stdin is not None
    assert runner.stdout is not None
    for name, (ask, game, numbers) in QUESTIONS.items():
        native = wasm = 0.0
        for number in numbers:
            answers, results = [], []
            for _ in range(TIMES):
                results.append(ask(number))
                asked = {"what": "solve", "setup": {"game": game, "deal": str(number)}, "limits": LIMITS}
                runner.stdin.write(json.dumps(asked) + "\n")
                runner.stdin.flush()
                answers.append(json.loads(runner.stdout.readline())["answer"])
            assert answers[0]["expanded"] == results[0].expanded
            native += min(result.seconds for result in results)
            wasm += min(answer["seconds"] for answer in answers)
        print(f"{name}: {native:.3f} s beside Python, {wasm:.3f} s as WebAssembly: {wasm / native:.2f} times")
    runner.stdin.close()
    runner.wait()


if __name__ == "__main__":
    main()
