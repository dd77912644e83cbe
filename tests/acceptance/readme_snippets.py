"""Runs what README.md shows: its bash blocks in order in one folder, its CMake and C++ blocks as a project there.

A text block after `<!-- output -->` is what the block before it prints, to the letter but for `…`, which stands for
anything within a line, and, after `<!-- output, numbers within 1 % -->`, for numbers that differ by no more than that.
A block after `<!-- not run -->` is left out. Usage: readme_snippets.py README.md PROGRAM PREFIX
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"(?:<!-- (.*?) -->\n)?^```(\w+)\n(.*?)^```$", re.M | re.S)
NUMBER = re.compile(r"([-−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)")
APP = ("cmake -S . -B build -D CMAKE_BUILD_TYPE=Release >cmake.log && cmake --build build >build.log && ./build/app"
       " || { cat cmake.log build.log; exit 1; }")


def same_line(shown, printed, tolerance):
    """Texts between numbers must agree; so must numbers, within the relative tolerance."""
    if tolerance == 0 or "…" in shown:
        return re.fullmatch(".*".join(map(re.escape, shown.split("…"))), printed) is not None
    one, other = NUMBER.split(shown), NUMBER.split(printed)
    if len(one) != len(other) or [text.split() for text in one[::2]] != [text.split() for text in other[::2]]:
        return False
    return all(abs(float(a) - float(b)) <= tolerance * abs(float(a)) for a, b in zip(one[1::2], other[1::2]))


def check_output(marker, shown, printed):
    found = re.search(r"numbers within ([\d.]+) %", marker)
    tolerance = float(found.group(1)) / 100 if found else 0
    shown, printed = ([line.rstrip() for line in text.rstrip().splitlines()] for text in (shown, printed))
    if len(shown) != len(printed) or not all(same_line(*pair, tolerance) for pair in zip(shown, printed)):
        sys.exit("README.md shows\n{}\nbut its command prints\n{}".format("\n".join(shown), "\n".join(printed)))


def run(command, environment):
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"README.md: exit code {done.returncode} from\n{command}\n{done.stdout}")
    return done.stdout


def run_blocks(readme, environment):
    printed, runs = None, 0
    for marker, language, content in BLOCK.findall(readme.read_text(encoding="utf-8")):
        if marker.startswith("not run"):
            continue
        if marker.startswith("output"):
            check_output(marker, content, printed)
        elif language == "bash":
            printed, runs = run(content, environment), runs + 1
        elif language == "cmake":
            Path("CMakeLists.txt").write_text(content, encoding="utf-8")
        elif language == "cpp":
            Path("app.cpp").write_text(content, encoding="utf-8")
            printed, runs = run(APP, environment), runs + 1
    return runs


def main():
    readme, program, prefix = (Path(argument).resolve() for argument in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.symlink(readme.parent / "data", "data")
        path = f"{program.parent}:{os.environ['PATH']}"
        runs = run_blocks(readme, {**os.environ, "PATH": path, "CMAKE_PREFIX_PATH": str(prefix)})
        os.chdir("/")
    if runs == 0:
        sys.exit("README.md has no block to run")
    print(f"{runs} blocks ran as README.md says")


if __name__ == "__main__":
    main()
