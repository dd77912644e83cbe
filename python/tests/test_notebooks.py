"""docs/notebooks: every cell still runs. `make notebooks` writes what they show anew."""

import contextlib
import io
import json
from pathlib import Path

import pytest

root = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["cells", "scanpy", "graph", "trajectory"])
@pytest.mark.filterwarnings("ignore")
def test_the_cells_of_notebooks_run(name, monkeypatch):
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
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile("".join(cell["source"]), str(path), "exec"), names)
    matplotlib.pyplot.close("all")
