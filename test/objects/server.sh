#!/usr/bin/env bash
# Builds the S3 server that tests of object storage use, versitygw, from the Go module proxy into a cache, once: some minutes.
# Prints the path of the program. Needs Go 1.25 or newer.
set -euo pipefail
version=v1.8.0
dir="${XDG_CACHE_HOME:-$HOME/.cache}/bellwether/versitygw-$version"
if [ ! -x "$dir/versitygw" ]; then
  mkdir -p "$dir"
  GOBIN="$dir" GOFLAGS=-buildvcs=false go install "github.com/versity/versitygw/cmd/versitygw@$version" >&2
fi
echo "$dir/versitygw"
