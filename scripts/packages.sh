# Shell functions that see to the packages a command needs. Sourced, not run.

packages_demo=(g++ cmake ninja-build pkg-config libeigen3-dev nlohmann-json3-dev libcli11-dev
  libpng-dev libjpeg-dev libwebp-dev libdeflate-dev libyaml-cpp-dev libzip-dev
  libpugixml-dev zlib1g-dev libcpp-httplib-dev)
packages_check=("${packages_demo[@]}" doctest-dev)
packages_editor=(cmake ninja-build libeigen3-dev nlohmann-json3-dev clang-22 lld-22 llvm-22 wasi-libc
  libc++-22-dev-wasm32 libc++abi-22-dev-wasm32 libclang-rt-22-dev-wasm32 nodejs npm)
packages_all=("${packages_check[@]}" "${packages_editor[@]}" git clang-format-14 libbenchmark-dev
  libclang-rt-22-dev g++-mingw-w64-x86-64-posix chromium ffmpeg apngdis webp godot3-server parallel munge slurm-wlm)

# A package counts as present when dpkg knows it, or when it is node and a node runs anyway.
is_present() {
  case $1 in
    nodejs) command -v node >/dev/null ;;
    npm) command -v npm >/dev/null ;;
    *) [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ;;
  esac
}

# need_packages NAME...: installs what is missing where that can be done, else names it and stops.
need_packages() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not a Debian system; the build needs what these Debian packages hold: $*" >&2
    return 0
  fi
  for package in "$@"; do is_present "$package" || missing+=("$package"); done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Missing packages; please install: ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "Installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Compile once, reuse everywhere, where ccache is installed.
use_compiler_cache() {
  if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$PWD
  fi
}
