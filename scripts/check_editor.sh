#!/usr/bin/env bash
# The editor for the browser: its parts alone, then the whole page in Chromium, served by vide studio.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build_editor.sh
npm run --prefix editor --silent test
cmake --preset dev >/dev/null
cmake --build --preset dev --target vide_cli
VIDE_PROGRAM=$PWD/build/dev/apps/vide/vide node --test editor/test/*.test.mjs
