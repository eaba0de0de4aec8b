# Shell function that sees to a folder's npm packages. Sourced, not run.

# need_node_packages FOLDER: as its package-lock.json says, where that has not been done.
need_node_packages() {
  if [ ! -e "$1/node_modules/.package-lock.json" ] ||
     [ "$1/package-lock.json" -nt "$1/node_modules/.package-lock.json" ]; then
    npm ci --prefix "$1" --no-audit --no-fund --silent
  fi
}
