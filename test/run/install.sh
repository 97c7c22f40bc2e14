#!/usr/bin/env bash
# Installs the Debian packages that tests need beyond Node, where this is root on Debian, and the S3 server, where there is Go. Without
# them tests are skipped, and the end of a run says which.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=()
wants() { # wants PROGRAM PACKAGE...
  [ -e "$1" ] || command -v "$1" >/dev/null || packages+=("${@:2}")
}
wants /usr/lib/postgresql postgresql
wants /usr/sbin/mariadbd mariadb-server
wants openssl openssl
wants faketime faketime
wants chromium chromium
wants zsh zsh
wants fish fish
wants cc gcc libc6-dev
wants groff groff-base
wants /usr/sbin/sshd openssh-server
python3 -c "import ensurepip" 2>/dev/null || packages+=(python3-venv)

if [ "${#packages[@]}" -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install --yes --no-install-recommends -qq "${packages[@]}" >/dev/null
  else
    echo "Not installed, and not root on Debian: ${packages[*]}."
  fi
fi
test/objects/server.sh || echo "There is no S3 server: it needs Go 1.25 and its module proxy."
