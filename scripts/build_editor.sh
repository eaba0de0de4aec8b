#!/usr/bin/env bash
# Builds the editor for the browser into editor/dist, which any web host can serve as it is. A vide
# that is built afterwards has it inside (`vide studio`). Safe to run twice.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh
need_packages "${packages_editor[@]}"
use_compiler_cache
. scripts/node_packages.sh

need_node_packages editor
cmake --preset wasm >/dev/null
cmake --build --preset wasm --target vide_wasm
npm run --prefix editor --silent check
npm run --prefix editor --silent build
echo "editor/dist: $(du -sk editor/dist | cut -f1) kB," \
  "vide.wasm $(node scripts/compressed_size.mjs editor/dist/vide.wasm) bytes compressed"
