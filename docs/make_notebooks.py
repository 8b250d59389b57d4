"""Run the notebooks again, in this process, and write what they print and draw into them.

A notebook is a JSON file with cells; to run the code cells one after another and to keep what the last
expression of each shows takes no Jupyter.  The tests do the same and write nothing.  Run
``python docs/make_notebooks.py`` after a change of a notebook or of what it shows.
"""

import ast
import base64
import contextlib
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).resolve().parent / "notebooks"
FORMS = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}
DOTS = 72
"""Per inch, in plots: small files."""


def run(path: Path) -> dict[str, Any]:
    """The notebook with the outputs that its cells have now."""
    import matplotlib

    matplotlib.use("Agg")
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        cell["execution_count"] = count
        cell["outputs"] = _outputs("".join(cell["source"]), names, f"{path.name}, cell {count}", count)
    return notebook


def _outputs(source: str, names: dict[str, Any], where: str, count: int) -> list[dict[str, Any]]:
    """What a cell prints, the plots that it draws, and the value of its last expression."""
    body = ast.parse(source, where).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), where, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), where, "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        found.append({"output_type": "stream", "name": "stdout", "text": lines})
    plots = _plots()
    found += plots
    if value is not None and not plots and not source.rstrip().endswith(";"):
        data = {form: shown() for name, form in FORMS.items() if (shown := getattr(value, name, None))}
        data = {form: text.splitlines(keepends=True) for form, text in data.items()}
        # Beside a drawing or a table the plain text is never seen, and it may have addresses and times in it.
        plain = f"<{type(value).__name__}>" if data else repr(value)
        data["text/plain"] = plain.splitlines(keepends=True)
        found.append(
            {"output_type": "execute_result", "execution_count": count, "data": data, "metadata": {}}
        )
    return found


def _plots() -> list[dict[str, Any]]:
    from matplotlib import pyplot

    found = []
    for number in pyplot.get_fignums():
        stream = io.BytesIO()
        # Without the version of the program that drew it, so that the same plot is the same file.
        pyplot.figure(number).savefig(stream, format="png", dpi=DOTS, metadata={"Software": None})
        data = {"image/png": base64.b64encode(stream.getvalue()).decode()}
        found.append({"output_type": "display_data", "data": data, "metadata": {}})
    pyplot.close("all")
    return found


def main() -> None:
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        before = Path.cwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                notebook = run(path)
            finally:
                os.chdir(before)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
