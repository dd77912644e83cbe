"""Python packages that only tests need: installed once, into the build folder, by pip."""

import pathlib
import subprocess
import sys

from program import PROGRAM

SKIPPED = 77  # what ctest takes for "skipped"


def run_with(packages):
    """Runs the test file again in an environment that has the packages; without a network it is skipped, and says so."""
    folder = pathlib.Path(PROGRAM).parents[2] / "environments" / pathlib.Path(sys.argv[0]).stem
    python = folder / "bin" / "python"
    if pathlib.Path(sys.prefix) == folder:
        return
    complete = folder / "complete"
    if not complete.exists():
        for command in ([sys.executable, "-m", "venv", "--clear", folder],
                        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]):
            made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if made.returncode != 0:
                print(made.stdout + "skipped: %s cannot be installed here" % ", ".join(packages))
                sys.exit(SKIPPED)
        complete.touch()
    sys.exit(subprocess.run([python, "-W", "ignore", "-B", *sys.argv]).returncode)
