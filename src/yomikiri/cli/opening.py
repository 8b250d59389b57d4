"""Opening a deal: from the words of a command line to the deal."""

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
    """The requested deal; prints a note on how it was read, if that was in doubt."""
    deal = arranged(open_deal(game_name, source, size, variant, rules), arrangement, needed=needed)
    if deal.note is not None:
        output.note(deal.note)
    return deal
