"""Opening a deal: the words of a command line to the deal that is meant."""

from collections.abc import Mapping

from yomikiri.cli import output
from yomikiri.cli.arrangements import arranged
from yomikiri.core.catalog import open_deal
from yomikiri.core.deal import Deal


def opened(
    game_name: str,
    source: str,
    size: str | None,
    variant: str | None,
    rules: Mapping[str, str],
    arrangement: str | None,
    *,
    needed: bool = False,
) -> Deal:
    """The deal that was asked for; how it was read is told, if that was a question."""
    deal = arranged(open_deal(game_name, source, size, variant, rules), arrangement, needed=needed)
    if deal.note is not None:
        output.note(deal.note)
    return deal
