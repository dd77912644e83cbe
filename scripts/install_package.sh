#!/usr/bin/env bash
# Installs the Python package of this tree into a virtual environment that has nanobind and scikit-build-core, linked to
# the libraries of a build folder. Usage: install_package.sh ENVIRONMENT BUILD [OPTION OF PIP...]
set -euo pipefail
cd "$(dirname "$0")/.."
environment=$(realpath "$1")
build=$(realpath "$2")
shift 2
# In the long form: pip of Debian 12 has no -C yet.
"$environment/bin/pip" install --quiet --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall . \
  --config-settings cmake.source-dir=python \
  --config-settings cmake.define.codimap_DIR="$build" \
  --config-settings build-dir="$environment/build" "$@"
