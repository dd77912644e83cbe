"""Virtual environments of the peers, made from requirements-NAME.txt and made anew when that file changes, and codimap's
own Python package in one of them."""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NAMES = ("peers", "datafold", "magic")
BUILDERS = ("nanobind>=3.0", "scikit-build-core>=1.0", "ninja")


def python_of(name, folder):
    return folder / name / "bin" / "python"


def pinned(name):
    """The lines of the requirements that name peers, not what these bring along."""
    peers = (HERE / f"requirements-{name}.txt").read_text(encoding="utf-8").split("\n\n")[0]
    return [line.replace("==", " ") for line in peers.splitlines() if not line.startswith("#")]


def make(name, folder):
    """A broken environment is no reason to stop: the rows of its peers will say what is missing."""
    requirements = HERE / f"requirements-{name}.txt"
    stamp = folder / name / "requirements.txt"
    if stamp.exists() and stamp.read_bytes() == requirements.read_bytes():
        return
    print(f"bench: installing {', '.join(pinned(name))}", file=sys.stderr, flush=True)
    shutil.rmtree(folder / name, ignore_errors=True)
    try:
        subprocess.run([sys.executable, "-m", "venv", folder / name], check=True)
        subprocess.run([python_of(name, folder), "-m", "pip", "install", "--quiet", "-r", requirements], check=True)
        shutil.copyfile(requirements, stamp)
    except subprocess.CalledProcessError as fault:
        print(f"bench: the environment '{name}' is not complete: {fault}", file=sys.stderr)


def add_codimap(build, folder):
    """The package of this tree beside the peers; where that fails its rows will say so."""
    try:
        subprocess.run([python_of("peers", folder), "-m", "pip", "install", "--quiet", *BUILDERS], check=True)
        subprocess.run([HERE.parent / "scripts/install_package.sh", folder / "peers", build], check=True)
    except (OSError, subprocess.CalledProcessError) as fault:
        print(f"bench: codimap's Python package is not installed: {fault}", file=sys.stderr)
