#!/usr/bin/env bash
# The editor for the browser: its parts alone, then the whole page in Chromium, served by vide studio.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build_editor.sh
npm run --prefix editor --silent test
cmake --preset dev >/dev/null
cmake --build --preset dev --target vide_cli
export VIDE_PROGRAM=$PWD/build/dev/apps/vide/vide
VIDE_FILES=$(mktemp -d /tmp/vide-editor-XXXXXX)
export VIDE_FILES
trap 'rm -rf "$VIDE_FILES"' EXIT
scripts/posed_pictures.sh "$VIDE_PROGRAM" "$VIDE_FILES"
node --test editor/test/*.test.mjs
