#!/usr/bin/env bash
# scripts/posed_pictures.sh VIDE FOLDER: poses of the example in layers as documents whose clip "pose"
# shows them, each with the picture that VIDE's renderer paints of it: for what paints by itself.
set -euo pipefail
vide=$1 folder=$2
cd "$(dirname "$0")/.."

picture() {  # NAME WORDS...
  "$vide" pose "${@:2}" -o "$folder/$1.glb" >/dev/null
  "$vide" render "$folder/$1.glb" --clip pose --framing canvas -o "$folder/$1.png" >/dev/null
}
"$vide" rig examples/tin/layers --skeleton examples/tin/skeleton.json \
  --clips examples/tin/clips.json -o "$folder/tin.glb" >/dev/null
"$vide" rig examples/tin/layers --layers bindings/wasm/test/blended_layers.json \
  --skeleton examples/tin/skeleton.json -o "$folder/plain.glb" >/dev/null
picture rest "$folder/tin.glb" --clip walk
picture peekaboo "$folder/tin.glb" --clip peekaboo --time 0.9
picture blended "$folder/plain.glb" --rotate upper_arm_l=125 --rotate forearm_l=80
# Deformers whose vertices the graphics processor does not move.
for deformer in dual-quaternion arap biharmonic; do
  "$vide" rig examples/pip/pip.png --skeleton examples/pip/skeleton.json --deformer "$deformer" \
    -o "$folder/fox.glb" >/dev/null
  picture "$deformer" "$folder/fox.glb" --rotate upper_arm_l=70 --rotate tail_2=-40 --rotate head=15
done
