"""Tables in HTML, for notebooks: plain, so that the notebook's own style applies, and escaped."""

from collections.abc import Iterable, Sequence
from html import escape


def html_table(caption: str, rows: Iterable[Sequence[str]], heads: Sequence[str] = ()) -> str:
    """A table whose first column labels the rows; ``heads`` are the column headings."""
    parts = ["<table>", f'<caption style="text-align: left">{escape(caption)}</caption>']
    if heads:
        parts.append("<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>")
    for first, *others in rows:
        cells = "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in others)
        parts.append(f'<tr><th style="text-align: left">{escape(first)}</th>{cells}</tr>')
    return "\n".join([*parts, "</table>"])
