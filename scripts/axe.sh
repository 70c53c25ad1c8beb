#!/bin/sh
# Runs axe-core over every page and report in a browser (tests/studio/axe.mjs): make axe.
#   scripts/axe.sh [PART OF A PAGE'S NAME]
# npm fetches the library into build/axe/, where it stays; its checksum is checked each time.
set -eu
cd "$(dirname "$0")/.."
version=4.14.1
sum=1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5
archive=build/axe/axe-core-$version.tgz

command -v npm >/dev/null || { echo "axe.sh: npm is needed to fetch axe-core: apt-get install npm" >&2; exit 1; }
mkdir -p build/axe
[ -f "$archive" ] || npm pack "axe-core@$version" --silent --pack-destination build/axe >/dev/null
echo "$sum  $archive" | sha512sum --check --quiet
tar -xzf "$archive" -C build/axe package/axe.min.js
exec node tests/studio/axe.mjs "$PWD/build/release/evorisk" build/axe/package/axe.min.js "$@"
