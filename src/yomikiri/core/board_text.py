"""Board text: the syntax that all games share before any word is interpreted.

A line ends at a newline or at ``/``, so a board fits on one line.  ``#`` starts a comment that runs to the
end of the line.  Words are separated by blanks.
"""

import re
from collections.abc import Iterator

from yomikiri.core.errors import NotationError

COMMENT = "#"
_DEAL_NUMBER = re.compile(r"\s*#\s*([0-9]{1,20})\s*", re.ASCII)


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text, blank ones included, numbered from 1 and without comments."""
    number = 0
    for whole in text.splitlines():
        # Strip the comment first: it may contain a slash.
        for line in whole.partition(COMMENT)[0].split("/"):
            number += 1
            yield number, line


def word_lines(text: str) -> list[list[str]]:
    """The words of each line that has any."""
    return [words for _, line in numbered_lines(text) if (words := line.split())]


def refuse_nothing(text: str, expected: str) -> None:
    """Raise an error that says what was expected if a text has no words."""
    if not any(line.strip() for _, line in numbered_lines(text)):
        found = "has only comments" if text.strip() else "is empty"
        raise NotationError(f"the text {found}: expected {expected}")


def deal_number(text: str) -> str | None:
    """The number in a text such as ``#24``, with nothing else in it: players name deals this way."""
    match = _DEAL_NUMBER.fullmatch(text)
    return match.group(1) if match else None
