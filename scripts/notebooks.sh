#!/usr/bin/env bash
# Runs the notebooks of docs/notebooks in the virtual environment that scripts/python.sh made, and keeps what they show.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$PWD/build/python/venv-$("${PYTHON:-python3}" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
"$venv/bin/pip" install --quiet --disable-pip-version-check nbconvert ipykernel
"$venv/bin/python" -m nbconvert --to notebook --execute --inplace --ExecutePreprocessor.kernel_name=python3 \
  docs/notebooks/*.ipynb
