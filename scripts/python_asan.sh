#!/usr/bin/env bash
# Runs the tests of the Python package with the extension under AddressSanitizer and UndefinedBehaviorSanitizer, linked to
# the libraries of build/asan. Leaks are not looked for: Python keeps much until it ends.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
environment=build/python/asan
"$python" -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check \
  nanobind scikit-build-core ninja numpy scipy scikit-learn tqdm pytest
scripts/install_package.sh "$environment" build/asan \
  --config-settings cmake.define.CODIMAP_SANITIZE=address,undefined --config-settings cmake.build-type=RelWithDebInfo
preload="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libubsan.so) $(c++ -print-file-name=libstdc++.so)"
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 CODIMAP_SANITIZED=1
LD_PRELOAD=$preload "$environment/bin/python" -m pytest "$@"
