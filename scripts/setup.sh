#!/bin/sh
# Installs the Debian packages that are missing, and nothing when none is.
#   scripts/setup.sh [build] [pages] [bench] [mpi] [develop]      (default: build)
# Runs as root, or through sudo. Elsewhere than on Debian it says what is needed and goes on.
set -eu

build="cmake ninja-build g++ libboost-dev libeigen3-dev nlohmann-json3-dev libcli11-dev libfmt-dev
  librandom123-dev libvalijson-dev libhwy-dev pkg-config libcpp-httplib-dev libsqlite3-dev
  libcairo2-dev fonts-lato fonts-ebgaramond fonts-dejavu-core libgtest-dev libgmock-dev python3"
pages="chromium nodejs"  # the tests of the studio's page
bench="libbenchmark-dev"
mpi="libopenmpi-dev openmpi-bin"
# clang-14 only recommends its sanitizers' libraries and what finds names for their reports.
develop="clang-14 libclang-rt-14-dev llvm-14 libomp-14-dev clang-format-14 clang-tidy-14 gcovr"

needed=""
for group in ${*:-build}; do
  case $group in
    build) needed="$needed $build" ;;
    pages) needed="$needed $pages" ;;
    bench) needed="$needed $bench" ;;
    mpi) needed="$needed $mpi" ;;
    develop) needed="$needed $develop" ;;
    *)
      echo "setup.sh: unknown group \"$group\"; valid: build, pages, bench, mpi, develop" >&2
      exit 2
      ;;
  esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup.sh: this is not Debian. Make sure that the equivalents of these packages of Debian 12" \
    "are there:" $needed >&2
  exit 0
fi

missing=""
for package in $needed; do
  status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null; then
  as_root="sudo"
else
  echo "setup.sh: these packages are missing, and installing them needs root or sudo:$missing" >&2
  echo "setup.sh: as root, run: apt-get install --no-install-recommends$missing" >&2
  exit 1
fi

echo "setup.sh: installing$missing" >&2
install() {
  # shellcheck disable=SC2086 — a list of words
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}
# The package lists may be absent or old, as on a fresh machine.
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update || true
install >&2
