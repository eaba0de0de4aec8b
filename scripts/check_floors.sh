#!/usr/bin/env bash
# Every module stands on a floor and includes only from lower ones (or from itself).
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A floor=(
  [core]=0
  [image]=1 [mesh]=1 [numeric]=1 [skeleton]=1
  [vectorize]=2 [volume]=2 [animation]=2 [raster]=2
  [weights]=3 [deform]=3
  [rig]=4
  [formats]=5 [stage]=5
  [author]=6 [io]=6
  [pipeline]=7 [studio]=7)

# check_file FILE MODULE: prints each include that does not point down.
check_file() {
  local line target private
  while read -r line; do
    target=${line#*vide/}
    private=${target#*/}
    target=${target%%/*}
    if [ -z "${floor[$target]+set}" ]; then
      echo "$1: includes the unknown module '$target'"
    elif [ "$target" != "$2" ] && [ "${floor[$target]}" -ge "${floor[$2]}" ]; then
      echo "$1: '$2' (floor ${floor[$2]}) includes '$target' (floor ${floor[$target]})"
    elif [ "$target" != "$2" ] && [[ $private == detail/* ]]; then
      echo "$1: includes a private header of '$target'"
    fi
  done < <(grep -oE '^ *# *include +"vide/[^"]+' "$1" || true)
}

problems=$(
  for file in $(git ls-files 'vide/*.hpp' 'vide/*.cpp'); do
    module=${file#vide/}
    module=${module%%/*}
    if [ -z "${floor[$module]+set}" ]; then
      echo "$file: module '$module' stands on no floor"
    else
      check_file "$file" "$module"
    fi
  done
  # What must stay out of public headers because it costs every includer seconds.
  git ls-files 'vide/*.hpp' | grep -v /detail/ |
    xargs grep -nE '# *include *<(Eigen/(Sparse|Dense|Geometry)|nlohmann|png|jpeglib|webp|yaml-cpp)' || true
  # POSIX lives in io alone.
  git ls-files 'vide/*.hpp' 'vide/*.cpp' | grep -v '^vide/io/' |
    xargs grep -nE '# *include *<(unistd|fcntl|sys/[a-z]+)\.h>' || true
)
if [ -n "$problems" ]; then
  echo "$problems" >&2
  exit 1
fi
echo "includes point downward in $(git ls-files 'vide/*.hpp' 'vide/*.cpp' | wc -l) files"
