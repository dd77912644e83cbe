#!/usr/bin/env bash
# Installs the Python package from this tree into a virtual environment under build/python, linked to the libraries of
# build/release, and runs its tests. PYTHON names another interpreter. Exit code 77: packages of others cannot be had.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
venv=build/python/venv-$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
stamp=$venv/installed
# What builds the package and what its tests need, once, and again when pyproject.toml changes.
if ! [ "$stamp" -nt pyproject.toml ]; then
  "$python" -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check \
    $("$python" scripts/python_requirements.py pyproject.toml) || {
    echo "python: what the package and its tests need cannot be had here; they were not run" >&2
    exit 77
  }
  touch "$stamp"
fi
scripts/install_package.sh "$venv" build/release
"$venv/bin/python" -m pytest "$@"
