"""``yomikiri learn``: a score to search by, learned from positions of many deals (docs/learning.md)."""

from collections.abc import Mapping
from typing import Annotated

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.options import parse_some, parse_whole
from yomikiri.cli.parameters import NONE, GameName, Size, Variant, option, with_rules
from yomikiri.cli.progress import note
from yomikiri.core.catalog import open_deal
from yomikiri.core.errors import InputError, shown

DEALS = "32001-32400"
JUDGES = "1001-1040"
MOST_EPOCHS = 10_000


@with_rules
def learn_command(
    game_name: GameName,
    out: Annotated[str, option("--out", "MODEL", "The file for the model.")],
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    deals: Annotated[str, option("--deals", "RANGES", "The deals to learn from; none: only --data.")] = DEALS,
    validation: Annotated[
        str, option("--validation", "RANGES", "The deals that the learning curve is measured on.")
    ] = JUDGES,
    data: Annotated[
        str | None,
        option(
            "--data", "FOLDER", "Learn from the training split of a data set, too; see 'yomikiri dataset'."
        ),
    ] = None,
    seed: Annotated[str, option("--seed", "S", "What is random follows from it.")] = "0",
    epochs: Annotated[str, option("--epochs", "N", "Passes through the positions.")] = "6",
    onnx: Annotated[
        str | None, option("--onnx", "FILE", "Write the model as ONNX, too; needs the package onnx.")
    ] = None,
) -> int:
    """Learn a score that orders a quick search, and write it to a file for 'solve --model'."""
    from yomikiri.learning import learn
    from yomikiri.learning.fit import Progress
    from yomikiri.learning.learn import Sources, learner_of

    game = open_deal(game_name, "1", size, variant, rules).game
    learner_of(game)  # Refuse a game without one before anything else is read.
    if onnx is not None:
        from yomikiri.learning.onnx_file import packages, save_onnx

        packages()  # Before minutes of work.
    extra = None
    if data is not None:
        from yomikiri.datasets.learning_view import samples_of

        extra = samples_of(game, data)
        note(f"{len(extra):,} positions from {data}")

    def curve(progress: Progress) -> None:
        output.write(
            f"epoch {progress.epoch}: {progress.pairs:.2%} of pairs in order, "
            f"{progress.lost:.2%} of those with a position that leads nowhere"
        )

    model = learn(
        game,
        Sources([] if deals == "none" else _numbers("--deals", deals), _numbers("--validation", validation)),
        seed=parse_whole("--seed", seed),
        epochs=parse_some("--epochs", epochs, 1, MOST_EPOCHS),
        extra=extra,
        data=data or "",
        report=_report,
        curve=curve,
    )
    try:
        model.save(out)
        if onnx is not None:
            save_onnx(model, onnx)
    except OSError as error:
        raise output.OutputFailed(f"'{shown(out, 200)}': {error.strerror or error}") from error
    output.write(
        output.safe(f"{out}: {len(model.weights):,} weights from {model.card['positions']:,} positions")
    )
    return Exit.DONE


def _report(what: str, done: int, total: int) -> None:
    if done and done % 100 == 0:
        note(f"{done} of {total} {what}")


def _numbers(name: str, text: str) -> list[int]:
    from yomikiri.surveys import Deals

    found = Deals.parse(text)
    for word, _, _ in found.ranges:
        if word:
            raise InputError(f"{name} '{shown(text)}' has deals with a name: expected numbers such as 1-100")
    if found.count > 100_000:
        raise InputError(f"{name} '{shown(text)}' has {found.count} deals: expected at most 100000")
    return [int(deal) for deal in found]
