#!/usr/bin/env bash
# Installs VIDE into an empty folder and builds and runs a project against that package.
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=$PWD/build/consumer/prefix
rm -rf build/consumer
cmake --preset release -DVIDE_BUILD_TESTS=OFF >/dev/null
cmake --build --preset release
cmake --install build/release --prefix "$prefix" >/dev/null
cmake -S tests/consumer -B build/consumer/build -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build build/consumer/build
build/consumer/build/consumer
