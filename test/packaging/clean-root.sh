#!/usr/bin/env bash
# clean-root.sh [PACKAGE…]: installs each package (deb, npm, wheel; absent: all) in a clean root of Debian's, and does the first steps of its
# page there: the version, the demo, the service as its user, a workflow in Python. Each has a root of its own, in an overlay that goes
# away. The Debian package and the wheel are installed without a network, because they need nothing else.
#
# Needs root, where mount and unshare are allowed, and: apt-get install debootstrap iproute2; and `npm run stage` before. WORK keeps the
# root and the Debian package, which is made if it is not there; MIRROR is Debian's.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${WORK:-$(mktemp -d)}
mirror=${MIRROR:-http://deb.debian.org/debian}
packages=("$@")
[ $# -gt 0 ] || packages=(deb npm wheel)
node=$(node -p process.execPath)
base=$work/base
mkdir -p "$work/packages"
[ -f "$base.whole" ] || { rm -rf "$base" && debootstrap --variant=minbase --include=ca-certificates,python3 bookworm "$base" "$mirror" >"$work/debootstrap.log" && touch "$base.whole"; }

# within NETWORK COMMAND: runs a command of the shell in a new root, with the packages at /packages.
within() {
  local layer=$work/layer
  rm -rf "$layer" && mkdir -p "$layer"/{changes,scratch,root}
  local isolated=(--mount --pid --fork --kill-child)
  [ "$1" = connected ] || isolated+=(--net)
  LAYER=$layer BASE=$base WORK=$work NETWORK=$1 COMMAND=$2 unshare "${isolated[@]}" bash -euo pipefail -c '
    mount -t overlay overlay -o "lowerdir=$BASE,upperdir=$LAYER/changes,workdir=$LAYER/scratch" "$LAYER/root"
    mount -t proc proc "$LAYER/root/proc"
    mount -t tmpfs tmpfs "$LAYER/root/dev/shm" 2>/dev/null || true
    mkdir "$LAYER/root/packages"
    mount --bind "$WORK/packages" "$LAYER/root/packages"
    [ "$NETWORK" = connected ] || ip link set lo up
    exec chroot "$LAYER/root" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      LANG=C.UTF-8 bash -euo pipefail -c "$COMMAND"'
}

ready='for (let i = 0; ; i++) { const r = await fetch("http://127.0.0.1:8080/ready").catch(() => null); if (r?.ok) break; if (i > 240) process.exit(1); await new Promise((go) => setTimeout(go, 250)); }'

debian_package() {
  compgen -G "$work/packages/*.deb" >/dev/null || "$root/packaging/debian/build.sh" "$work/packages" >/dev/null
}

try_deb() {
  debian_package
  within apart "
    dpkg -i /packages/*.deb
    bellwether --version
    stat -c '%A %U %G %n' /etc/bellwether/bellwether.env /var/lib/bellwether
    cd /tmp && bellwether demo --customers 500 | tail -n 12
    cd /var/lib/bellwether
    setpriv --reuid=bellwether --regid=bellwether --clear-groups env BELLWETHER_DATA=/var/lib/bellwether bellwether serve >/tmp/log 2>&1 & service=\$!
    /usr/lib/bellwether/node --input-type=module -e '$ready' || { cat /tmp/log; exit 1; }
    setpriv --reuid=bellwether --regid=bellwether --clear-groups env BELLWETHER_DATA=/var/lib/bellwether bellwether doctor
    kill \$service && wait \$service || true
    dpkg --purge bellwether
    [ ! -e /usr/lib/bellwether ] && [ -d /var/lib/bellwether ]"
}

# Node and npm are of this machine, and so are the registry and what npm has fetched before.
try_npm() {
  local modules
  modules=$(dirname "$(dirname "$node")")/lib/node_modules
  rm -rf "$work/packages/npm" "$work"/packages/*.tgz && mkdir -p "$work/packages/npm"
  cp "$node" "$work/packages/npm/node"
  cp -r "$modules/npm" "$work/packages/npm/npm"
  (cd "$work/packages" && npm pack --silent "$root/dist/package" >/dev/null)
  cp /etc/resolv.conf "$work/packages/npm/resolv.conf"
  cp /etc/ssl/certs/ca-certificates.crt "$work/packages/npm/authorities.pem"
  within connected "
    cp /packages/npm/resolv.conf /etc/resolv.conf
    install -m 0755 /packages/npm/node /usr/local/bin/node
    ln -s /packages/npm/npm/bin/npm-cli.js /usr/local/bin/npm
    export NODE_EXTRA_CA_CERTS=/packages/npm/authorities.pem npm_config_registry=$(npm config get registry)
    npm install --global --ignore-scripts --no-audit --no-fund --loglevel=error /packages/*.tgz
    unset NODE_EXTRA_CA_CERTS npm_config_registry
    bellwether --version
    cd /tmp && bellwether demo --customers 500 | tail -n 12"
}

# The service of the Debian package is the one that the client talks to.
try_wheel() {
  rm -f "$work"/packages/*.whl
  python3 -m venv "$work/builder"
  "$work/builder/bin/pip" wheel --quiet --no-deps --wheel-dir "$work/packages" "$root/clients/python"
  debian_package
  cp "$root/test/packaging/first_steps.py" "$work/packages/"
  within apart "
    dpkg -i /packages/*.deb
    mkdir -p /usr/lib/python3/dist-packages
    python3 -m zipfile -e /packages/*.whl /usr/lib/python3/dist-packages
    cd /tmp && BELLWETHER_DATA=/tmp/data bellwether serve >/tmp/log 2>&1 & service=\$!
    /usr/lib/bellwether/node --input-type=module -e '$ready' || { cat /tmp/log; exit 1; }
    python3 /packages/first_steps.py
    kill \$service && wait \$service || true"
}

for package in "${packages[@]}"; do
  echo "== $package"
  "try_$package"
  echo "$package: installed in a clean root, and its first steps work."
done
