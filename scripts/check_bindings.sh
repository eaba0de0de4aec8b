#!/usr/bin/env bash
# The module for the browser: that it plays characters as the library does, and stays small.
set -euo pipefail
cd "$(dirname "$0")/.."
bindings=bindings/wasm

. scripts/node_packages.sh
need_node_packages $bindings
cmake --preset wasm >/dev/null
cmake --build --preset wasm --target vide_wasm solver_positions
npm run --prefix $bindings --silent build
cp build/wasm/$bindings/vide.wasm $bindings/dist/

cmake --preset dev >/dev/null
cmake --build --preset dev --target vide_cli sample_files actor_trace studio_trace \
  solver_positions
files=$(mktemp -d /tmp/vide-bindings-XXXXXX)
trap 'rm -rf "$files"' EXIT
vide=build/dev/apps/vide/vide
build/dev/tests/web/sample_files "$files" >/dev/null
for name in pip limb; do
  $vide rig examples/$name/$name.png --skeleton examples/$name/skeleton.json \
    --clips examples/$name/clips.json -o "$files/$name.glb" >/dev/null
done
if [ -d "${VIDE_SHARED-}" ]; then
  for folder in "$VIDE_SHARED"/data/2d/AnimatedDrawings/char*; do
    $vide rig "$folder/texture.png" --skeleton "$folder/char_cfg.yaml" --mask "$folder/mask.png" \
      -o "$files/$(basename "$folder").glb" >/dev/null
  done
  $vide export "$VIDE_SHARED/data/2d/DragonBones/body/body_ske.json" -o "$files/body.glb" >/dev/null
  $vide export "$VIDE_SHARED/data/2d/gBot/player.tscn" -o "$files/gbot.glb" >/dev/null
elif [ -n "${CI-}" ]; then
  echo "the real characters are missing: set VIDE_SHARED" >&2
  exit 1
else
  echo "skipped: the real characters (set VIDE_SHARED)"
fi

scripts/posed_pictures.sh "$PWD/$vide" "$files"
for file in "$files"/*.glb; do
  build/dev/tests/web/actor_trace "$file" "${file%.glb}.trace"
  build/dev/tests/web/studio_trace "$file" "${file%.glb}"
done

# The solvers that no page calls yet.
build/dev/tests/solver_positions >"$files/solvers.native"
node --no-warnings --no-flush-bytecode cmake/run-wasi.mjs build/wasm/tests/solver_positions \
  >"$files/solvers.module"
node tests/agreement/compare.mjs "$files/solvers.native" "$files/solvers.module"

VIDE_FILES=$files node --test $bindings/test/*.mjs
most=600000
size=$(node scripts/compressed_size.mjs $bindings/dist/vide.wasm)
echo "vide.wasm: $size bytes compressed"
[ "$size" -le $most ] || { echo "more than $most" >&2; exit 1; }
