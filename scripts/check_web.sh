#!/usr/bin/env bash
# Opens what VIDE writes in independent JavaScript programs: gltf-validator, three.js and others.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ ! -e tests/web/node_modules/.package-lock.json ] ||
   [ tests/web/package-lock.json -nt tests/web/node_modules/.package-lock.json ]; then
  npm ci --prefix tests/web --no-audit --no-fund --silent
fi
cmake --preset dev >/dev/null
cmake --build --preset dev
(cd build/dev && ctest --output-on-failure --no-tests=error -R '^web_')
