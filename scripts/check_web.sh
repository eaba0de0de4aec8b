#!/usr/bin/env bash
# Opens what VIDE writes in independent JavaScript programs: gltf-validator, three.js and others.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/node_packages.sh
need_node_packages tests/web
cmake --preset dev >/dev/null
cmake --build --preset dev
(cd build/dev && ctest --output-on-failure --no-tests=error -R '^web_')
