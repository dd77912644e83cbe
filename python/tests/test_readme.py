"""README.md and docs/python.md: the Python that they show prints what they say."""

import contextlib
import io
import sys
from pathlib import Path

import pytest

root = Path(__file__).parents[2]
sys.path.insert(0, str(root / "tests/acceptance"))


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
@pytest.mark.filterwarnings("ignore")
def test_shown_code_prints_what_is_shown(page, monkeypatch, tmp_path):
    pytest.importorskip("scanpy")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    snippets = pytest.importorskip("readme_snippets")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").symlink_to(root / "data")
    names, printed, checked = {}, None, 0
    for marker, language, content in snippets.BLOCK.findall((root / page).read_text(encoding="utf-8")):
        if language == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(content, page, "exec"), names)
            printed = out.getvalue()
        elif marker.startswith("python output"):
            snippets.check_output(marker, content, printed)
            checked += 1
    assert checked > 0
