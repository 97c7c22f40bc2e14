#!/usr/bin/env bash
# build.sh DIR [NODE]: makes a Debian package in DIR of the staged npm package (npm run stage), with its dependencies and with Node, because
# Debian's own is too old. NODE is the program that goes into the package; absent, the one that is in PATH. The same commit, Node and dpkg
# make the same bytes. It needs dpkg-deb, npm and a way to the npm registry.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:?Name the directory: packaging/debian/build.sh DIR [NODE]}
node=$(realpath "${2:-$(node -p process.execPath)}")
stage=$root/dist/package
[ -f "$stage/package-lock.json" ] || { echo "There is no $stage: run npm run stage first."; exit 1; }
umask 022
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
version=$("$node" -p 'require(process.argv[1]).version' "$stage/package.json")
architecture=$(dpkg --print-architecture)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 0755 "$tree"

home=$tree/usr/lib/bellwether
doc=$tree/usr/share/doc/bellwether
manual=$tree/usr/share/man/man1
units=$tree/usr/lib/systemd/system
mkdir -p "$home" "$doc" "$manual" "$units" "$tree/usr/bin" "$tree/etc/bellwether" "$tree/DEBIAN"
cp -r "$stage/." "$home"
# No package compiles anything, because their programs come prebuilt. What only compilers, editors and other systems read is left out.
(cd "$home" && npm ci --ignore-scripts --no-bin-links --no-audit --no-fund --prefer-offline --silent)
rm -rf "$home"/node_modules/@photostructure/sqlite/{src,prebuilds/darwin-*,prebuilds/win32-*} "$home"/node_modules/.package-lock.json
find "$home/node_modules" \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
install -m 0755 "$node" "$home/node"
cat >"$tree/usr/bin/bellwether" <<'END'
#!/bin/sh
exec /usr/lib/bellwether/node /usr/lib/bellwether/dist/src/cli/main.js "$@"
END
chmod 0755 "$tree/usr/bin/bellwether"

for unit in "$root"/packaging/systemd/*.service "$root"/packaging/systemd/*.timer; do
  sed 's|/opt/bellwether/bin/bellwether|/usr/bin/bellwether|' "$unit" >"$units/$(basename "$unit")"
done
install -m 0640 "$root/packaging/systemd/bellwether.env" "$tree/etc/bellwether/bellwether.env"
for page in "$home"/man/*; do gzip -9nc "$page" >"$manual/$(basename "$page").gz"; done
rm -r "$home/man"
gzip -9nc "$stage/CHANGELOG.md" >"$doc/changelog.gz"
mv "$home/THIRD-PARTY-NOTICES.md" "$doc/"
rm "$home/CHANGELOG.md"
cat >"$doc/copyright" <<'END'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Bellwether

Files: *
Copyright: the authors of Bellwether
License: Apache-2.0
 On Debian systems, the text of this licence is in /usr/share/common-licenses/Apache-2.0.

Files: usr/lib/bellwether/node
Copyright: Node.js contributors and others
License: MIT
 https://github.com/nodejs/node/blob/main/LICENSE has the licences of Node and of what is built into it.

Files: usr/lib/bellwether/node_modules/*
Copyright: their authors
License: MIT
 THIRD-PARTY-NOTICES.md beside this file lists each package with its licence, whose text is in the directory of the package.
END

cat >"$tree/DEBIAN/control" <<END
Package: bellwether
Version: $version
Architecture: $architecture
Maintainer: Bellwether <maintainers@example.com>
Section: net
Priority: optional
Depends: libc6 (>= 2.28), libstdc++6, ca-certificates, passwd
Installed-Size: $(du -sk --apparent-size "$tree" | cut -f1)
Description: predictions for each customer
 A service that predicts, for every customer, how likely they are to buy
 again, to churn, or to do anything else their event history shows. It has
 Node and everything else that it needs.
END
echo /etc/bellwether/bellwether.env >"$tree/DEBIAN/conffiles"
cat >"$tree/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
getent passwd bellwether >/dev/null ||
  useradd --system --user-group --home-dir /var/lib/bellwether --no-create-home --shell /usr/sbin/nologin bellwether
chgrp bellwether /etc/bellwether/bellwether.env
install -d -m 0700 -o bellwether -g bellwether /var/lib/bellwether /var/backups/bellwether
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  # After an upgrade.
  systemctl try-restart bellwether.service
fi
[ -n "$2" ] || echo "Start it with: systemctl enable --now bellwether bellwether-backup.timer"
END
cat >"$tree/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now bellwether.service bellwether-backup.timer
fi
END
cat >"$tree/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
[ ! -d /run/systemd/system ] || systemctl daemon-reload
[ "$1" != purge ] || echo "The data stay in /var/lib/bellwether, and backups in /var/backups/bellwether."
END
chmod 0755 "$tree"/DEBIAN/p*

find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
chmod -R u=rwX,go=rX "$home"
mkdir -p "$out"
dpkg-deb --root-owner-group -Zxz -z3 --build "$tree" "$out/bellwether_${version}_${architecture}.deb" >/dev/null
echo "$out/bellwether_${version}_${architecture}.deb"
