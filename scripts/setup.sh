#!/bin/sh
# Installs the Debian packages that are missing, and nothing when none is.
#   scripts/setup.sh [build] [tests] [sanitizers] [pages] [bench] [mpi] [slurm] [python] [deb] [mutants] [develop]
# Without a group: build.
# Runs as root, or through sudo. Elsewhere than on Debian it says what is needed and goes on.
set -eu

build="cmake ninja-build g++ libboost-dev libeigen3-dev nlohmann-json3-dev libcli11-dev libfmt-dev
  librandom123-dev libhwy-dev pkg-config libsqlitecpp-dev libxxhash-dev
  libcairo2-dev libqrencode-dev libzip-dev fonts-lato fonts-ebgaramond fonts-dejavu-core"
tests="libgtest-dev libgmock-dev python3"
faster="libjemalloc2"  # without it the programs are built too, and breed more slowly
pages="chromium nodejs"  # the tests of the studio's page
bench="libbenchmark-dev"
mpi="libopenmpi-dev openmpi-bin"
slurm="slurmctld slurmd slurm-client munge"  # for a cluster on this machine
python="pybind11-dev python3-dev python3-numpy python3-pytest mypy"
deb="dpkg-dev file"  # what packages depend on
# clang-14 only recommends its sanitizers' libraries and what finds names for their reports.
sanitizers="clang-14 libclang-rt-14-dev llvm-14 libomp-14-dev"
mutants="python3-clang-14 clang-14 libomp-14-dev"
develop="$sanitizers clang-format-14 clang-tidy-14 gcovr"

needed=""
wished=""
for group in ${*:-build}; do
  case $group in
    build)
      needed="$needed $build"
      wished="$faster"
      ;;
    tests) needed="$needed $tests" ;;
    sanitizers) needed="$needed $sanitizers" ;;
    pages) needed="$needed $pages" ;;
    bench) needed="$needed $bench" ;;
    mpi) needed="$needed $mpi" ;;
    slurm) needed="$needed $slurm" ;;
    python) needed="$needed $python" ;;
    deb) needed="$needed $deb" ;;
    mutants) needed="$needed $mutants" ;;
    develop) needed="$needed $develop" ;;
    *)
      echo "setup.sh: unknown group \"$group\"; valid: build, tests, sanitizers, pages, bench, mpi, slurm, python, deb, mutants, develop" >&2
      exit 2
      ;;
  esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup.sh: this is not Debian. Make sure that the equivalents of these packages of Debian 12" \
    "are there:" $needed $wished >&2
  exit 0
fi

missing_of() {
  for package in "$@"; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || printf ' %s' "$package"
  done
}
# shellcheck disable=SC2086  # a list of words, as below
missing=$(missing_of $needed)
# shellcheck disable=SC2086
absent=$(missing_of $wished)
[ -n "$missing$absent" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null; then
  as_root="sudo"
elif [ -z "$missing" ]; then
  exit 0
else
  echo "setup.sh: these packages are missing, and installing them needs root or sudo:$missing" >&2
  echo "setup.sh: as root, run: apt-get install --no-install-recommends$missing$absent" >&2
  exit 1
fi

echo "setup.sh: installing$missing$absent" >&2
install() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2
}
# The package lists may be absent or old, as on a fresh machine.
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update >&2 || true
# shellcheck disable=SC2086
[ -z "$missing" ] || install $missing
# shellcheck disable=SC2086
[ -z "$absent" ] || install $absent || echo "setup.sh: goes on without$absent" >&2
