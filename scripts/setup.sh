#!/usr/bin/env bash
# Installs what is missing of the Debian packages that a job needs: `setup.sh build`, `format`, `fuzz`, `bench`, `python`,
# `reading`, `emulated` or `solvers`. Where nothing is missing it does nothing, so that a second run needs no network.
set -euo pipefail

declare -A packages=(
  [build]="g++ cmake ninja-build python3 python3-venv libeigen3-dev libfmt-dev libnanoflann-dev zlib1g-dev pkg-config
           libhdf5-dev libcli11-dev nlohmann-json3-dev libgtest-dev liblapack-dev"
  [format]="clang-format"
  [python]="python3-dev python3-venv"
  [fuzz]="clang libclang-rt-14-dev llvm"
  [bench]="git python3-dev python3-venv dataset-fashion-mnist"
  [reading]="git python3-venv"
  [emulated]="g++ g++-aarch64-linux-gnu qemu-user libgtest-dev libfmt-dev"
  [solvers]="python3-venv dataset-fashion-mnist libspectra-dev libopenblas0-openmp python3-numpy python3-slepc4py openmpi-bin"
)
wanted=${packages[$1]}

if ! command -v apt-get >/dev/null; then
  echo "setup: no apt here; these Debian packages must be there in some form:" $wanted >&2
  exit 0
fi

missing=()
for package in $wanted; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
if [ ${#as_root[@]} -gt 0 ] && ! command -v sudo >/dev/null; then
  echo "setup: installing needs root or sudo; ask an administrator for: ${missing[*]}" >&2
  exit 1
fi
echo "setup: installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
