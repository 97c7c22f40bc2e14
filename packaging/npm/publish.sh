#!/usr/bin/env bash
# publish.sh DIR: packs a staged package and publishes it, with a statement of where and of what it was built (--provenance), which npm
# signs with the identity of the CI job. Without --for-real it says what it would publish. It needs a clean checkout of a tag vVERSION.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
stage=${1:?Name the directory: packaging/npm/publish.sh DIR [--for-real]}
version=$(node -p 'require(process.argv[1]).version' "$(realpath "$stage")/package.json")
[ -z "$(git -C "$root" status --porcelain)" ] || { echo "The checkout has changes."; exit 1; }
tag=$(git -C "$root" describe --tags --exact-match 2>/dev/null || true)
[ "$tag" = "v$version" ] || { echo "The checkout is not at the tag v$version."; exit 1; }
[ -f "$stage/sbom.cdx.json" ] || { echo "$stage has no bill of materials: make it with npm run stage."; exit 1; }
rehearse=(--dry-run)
[ "${2:-}" = --for-real ] && rehearse=()
npm publish "$stage" --access public --provenance "${rehearse[@]}"
