#!/usr/bin/env bash
# Copies the headers of other people that the library and the program need into third_party/, with their licences: a source package holds
# them, so that it builds with a compiler and Python alone.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf third_party
mkdir -p third_party/include third_party/licenses
cp -r /usr/include/eigen3/Eigen /usr/include/fmt /usr/include/nanoflann.hpp /usr/include/CLI /usr/include/nlohmann \
  third_party/include
for package in libeigen3-dev libfmt-dev libnanoflann-dev libcli11-dev nlohmann-json3-dev; do
  cp "/usr/share/doc/$package/copyright" "third_party/licenses/$package"
done
