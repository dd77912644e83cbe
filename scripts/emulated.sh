#!/usr/bin/env bash
# Builds the loops over codes with their tests for aarch64 and x86-64 and runs them under qemu, on processors with and
# without the instructions in question: `emulated.sh DIR`. Each run must pick the loops that its processor has. What qemu
# does not emulate (AVX-VNNI, AVX-512) is tested where the processor has it, by `make test`.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
googletest=/usr/src/googletest/googletest
mkdir -p "$out"

flags_of() {  # of a source, as in CMakeLists.txt
  case $1 in
    *loops_codes_avx2.cpp) echo -mavx2 ;;
    *loops_codes_avx_vnni.cpp) echo -mavx2 -mavxvnni ;;
    *loops_codes_avx512_vnni.cpp) echo -mavx2 -mavx512f -mavx512vnni ;;
    *loops_v3.cpp) echo -mavx2 -mfma ;;
    *loops_v4.cpp) echo -mavx2 -mfma -mavx512f -mavx512dq ;;
    *loops_codes_dotprod.cpp) echo -march=armv8.2-a+dotprod ;;
  esac
}

build() {  # compiler, name of the program, and sources that this architecture has
  local compiler=$1 program=$2 objects=()
  shift 2
  for source in "$@" src/base/system.cpp tests/unit/simd/code_loops_test.cpp tests/unit/simd/wide_loops.cpp \
      "$googletest/src/gtest-all.cc" "$googletest/src/gtest_main.cc"; do
    local object="$out/$program-$(basename "$source").o"
    # shellcheck disable=SC2046
    "$compiler" -std=c++20 -O2 $(flags_of "$source") -DFMT_HEADER_ONLY -Iinclude -Isrc -Itests -I"$out/include" \
      -I"$googletest" -I"$googletest/include" -c "$source" -o "$object"
    objects+=("$object")
  done
  "$compiler" -static "${objects[@]}" -o "$out/$program" -pthread
}

run() {  # emulator, processor, program, loops that must be picked
  echo "== $3 on $2: $4"
  CODIMAP_EXPECTED_LOOPS=$4 "$1" -cpu "$2" "$out/$3" --gtest_brief=1
}

mkdir -p "$out/include"
ln -sfn /usr/include/fmt "$out/include/fmt"  # headers alone, which are those of every architecture
build aarch64-linux-gnu-g++ arm src/simd/loops.cpp src/simd/loops_baseline.cpp src/simd/loops_codes_baseline.cpp \
  src/simd/loops_codes_dotprod.cpp
build g++ x86 src/simd/loops.cpp src/simd/loops_baseline.cpp src/simd/loops_v3.cpp src/simd/loops_v4.cpp \
  src/simd/loops_codes_baseline.cpp src/simd/loops_codes_avx2.cpp src/simd/loops_codes_avx_vnni.cpp \
  src/simd/loops_codes_avx512_vnni.cpp

run qemu-aarch64 cortex-a57 arm baseline
run qemu-aarch64 cortex-a76 arm dotprod
run qemu-aarch64 max arm dotprod
run qemu-x86_64 qemu64 x86 baseline
run qemu-x86_64 Nehalem x86 baseline
run qemu-x86_64 Haswell x86 avx2
run qemu-x86_64 max x86 avx2
