#!/usr/bin/env bash
# reproduce.sh [COMMIT]: makes the package from two clean clones of a commit, in directories of different names and at different times, and
# compares their bytes. Dependencies are linked from this checkout, unless INSTALL=1 installs them in each clone from the lock file.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
commit=$(git -C "$root" rev-parse "${1:-HEAD}")
work=$(mktemp -d "${TMPDIR:-/tmp}/bellwether-reproduce.XXXXXX")
trap 'rm -rf "$work"' EXIT
make_package() {
  git clone --quiet --no-hardlinks "$root" "$work/$1" && cd "$work/$1" && git checkout --quiet "$commit"
  if [ -n "${INSTALL:-}" ]; then npm ci --ignore-scripts >/dev/null; else cp -a "$root/node_modules" node_modules; fi
  export SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  npm run --silent build >/dev/null
  node packaging/npm/stage.mjs "$work/$1-stage"
  npm pack --silent --ignore-scripts --pack-destination "$work" "$work/$1-stage" >/dev/null
  mv "$work"/*.tgz "$work/$1.tar.gz"
}
(make_package first)
(umask 077 && make_package a-second-one-whose-path-is-longer)
sha256sum "$work"/*.tar.gz | sed "s|$work/||"
cmp "$work"/first.tar.gz "$work"/a-second-one-whose-path-is-longer.tar.gz || {
  diff -rq "$work/first-stage" "$work/a-second-one-whose-path-is-longer-stage" | head -20
  exit 1
}
echo "Both packages have equal bytes."
