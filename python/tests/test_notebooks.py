"""docs/notebooks: every cell still runs, and prints what was kept, but for the numbers."""

import contextlib
import io
import json
import re
from pathlib import Path

import pytest

root = Path(__file__).parents[2]
number = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?|\s+")


@pytest.mark.parametrize("name", ["cells", "scanpy", "graph", "trajectory"])
@pytest.mark.filterwarnings("ignore")
def test_notebooks_run_and_print_what_is_kept(name, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    for module in ("sklearn", "pandas", "scanpy"):
        pytest.importorskip(module)
    matplotlib.use("agg")
    path = root / "docs/notebooks" / f"{name}.ipynb"
    if not path.exists():
        pytest.skip("a test of the tree")
    monkeypatch.chdir(path.parent)
    names = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("".join(cell["source"]), str(path), "exec"), names)
        kept = "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")
        assert number.sub("", printed.getvalue()) == number.sub("", kept)
    matplotlib.pyplot.close("all")
