#!/bin/bash
# Runs sweeps on a Slurm cluster of two nodes that it makes on this machine (local.sh): the commands
# of docs/sweep.md as they stand, from several folders, with jobs that are queued again, cancelled,
# killed, out of time, and a node that fails. What is collected must have the bytes of what one
# undisturbed process makes. Its folder in /tmp is removed when all is well.
#   scripts/slurm/check.sh [BUILD]                                         [build/release]
set -eu
source=$(realpath "$(dirname "$0")/../..")
build=$(realpath "${1:-$source/build/release}")
export PATH="$build:$PATH"
work=$(mktemp -d /tmp/slurm-check.XXXXXX)
chmod 755 "$work"
cluster=$work/cluster
export SLURM_CONF=$cluster/slurm.conf
begun=$SECONDS
failures=0
background=""

clean_up() {
  local code=$?
  [ -z "$background" ] || kill "$background" 2>/dev/null || true
  [ ! -d "$cluster" ] || "$source/scripts/slurm/local.sh" stop "$cluster"
  if [ "$code" = 0 ]; then rm -rf "$work"; else echo "what they left: $work"; fi
}
trap clean_up EXIT
trap 'exit 130' INT TERM
cd "$work"

# --- what is common ---------------------------------------------------------------------------

fail() {
  echo "  FAILED: $*"
  failures=$((failures + 1))
}

# Waits until a command holds. After 5 minutes it gives up.
until_holds() {
  local tries=3000
  until "$@"; do
    if ((--tries < 0)); then fail "waited in vain for: $*"; return 1; fi
    sleep 0.1
  done
}

plan() { evorisk sweep plan "$1" --out "$2" --pilot 0 >>plan.log; }
done_of() { find "$1/runs" -name '*.json' | wc -l; }
has_done() { [ "$(done_of "$1")" -ge "$2" ]; }
no_job() { [ -z "$(squeue -h -j "$1" -o %i 2>/dev/null)" ]; }
restarts_of() { scontrol show job "$1" | sed -n 's/.* Restarts=\([0-9]*\).*/\1/p' | sort -n | tail -n 1; }
# Submits in the folder at hand; says the number of the job.
submit() { sbatch --parsable "$@"; }
at_work() { evorisk sweep status "$1" | sed -n 's/^at work  *\([0-9]*\) .*/\1/p'; }
# "process 4711: run 17" of status: the first process that has a run in hand.
worker_of() { evorisk sweep status "$1" | sed -n 's/.*process \([0-9]*\): runs\{0,1\} [0-9].*/\1/p' | head -n 1; }

# expect_same DIRECTORY UNDISTURBED [REMARK]
expect_same() {
  local directory=$1 whole=$2 note=${3:-}
  evorisk sweep collect "$directory" >>collect.log
  if cmp -s "$directory/sweep.sqlite" "$whole/sweep.sqlite"; then
    echo "  the same bytes${note:+; $note}"
  else
    fail "not the bytes of an undisturbed sweep: $(evorisk sweep status "$directory" | head -n 1)"
  fi
}

expect_restarts() {
  local restarts
  restarts=$(restarts_of "$1")
  [ "${restarts:-0}" -ge 1 ] || fail "job $1 was not queued again"
}

# --- an undisturbed process ---------------------------------------------------------------------

cat >small.json <<'JSON'
{"format": 1, "repetitions": 2,
 "base": {"format": 1, "matches": 400, "monitor_matches": 100, "tournament": 2,
          "final": {"matches": 1000}, "elite_policy": "reevaluate"},
 "grid": {"generations": [8, 16, 24, 32], "population": [8, 16],
          "crossover": ["planar", "reject-first"]}}
JSON
runs=32
echo "one process, undisturbed"
plan small.json whole
evorisk sweep run whole --threads 1 --quiet >whole.log
evorisk sweep collect whole >>collect.log

# A run of so many generations; one of about a minute, so that Slurm, which looks at time limits
# every half minute, interrupts it.
long_run() {
  cat <<JSON
{"format": 1, "base": {"format": 1, "matches": 10000, "monitor_matches": 0, "tournament": 2,
                       "population": 8, "final": {"matches": 1000}, "elite_policy": "reevaluate"},
 "points": [{"generations": $1}]}
JSON
}
long_run 100000 >pilot.json
hours=$(evorisk sweep plan pilot.json --out pilot --pilot-seconds 2 --threads 1 --json --quiet |
  sed -n 's/.*"mean": \([0-9.e-]*\).*/\1/p')
long_run "$(awk -v h="$hours" 'BEGIN { printf "%d", 100000 * 60 / 3600 / h }')" >long.json
plan long.json long-whole
evorisk sweep run long-whole --threads 1 --quiet >long-whole.log &
background=$!

"$source/scripts/slurm/local.sh" start "$cluster"

# --- a job that runs out of time, while the others go on ----------------------------------------

plan long.json long
long=$(submit --array=1 --time=1 "$source/scripts/slurm/sweep.sbatch" long)

# --- the commands of the documentation ----------------------------------------------------------

commands=$(sed -n '/^## On a cluster/,/^## [^O]/s/^\(sbatch\|mpirun\) /&/p' "$source/docs/sweep.md")
number=0
while read -r command; do
  echo "$command"
  number=$((number + 1))
  directory=$work/documented-$number
  plan small.json "$directory"
  command=${command//\/shared\/thesis/$directory}
  if [ "$(id -u)" = 0 ]; then command=${command/mpirun/mpirun --allow-run-as-root}; fi
  said=$(cd "$source" && eval "${command/sbatch/sbatch --output=$work/%x-%j.log}" 2>&1) ||
    fail "$said"
  case $command in
    sbatch*) until_holds no_job "${said##* }" || continue ;;
  esac
  expect_same "$directory" whole
  did=$(evorisk sweep status "$directory" | sed -n 's/^node.* \([0-9]*\) runs\{0,1\} done,.*/\1/p' |
    awk '{ sum += $1 } END { print sum }')
  [ "$did" = "$runs" ] || fail "$did runs were done for $runs: some twice"
done <<<"$commands"
[ "$number" -ge 5 ] || fail "docs/sweep.md has only $number commands for clusters"

# --- where the program is ------------------------------------------------------------------------

cat >tiny.json <<'JSON'
{"format": 1, "base": {"format": 1, "matches": 10, "monitor_matches": 0, "tournament": 2,
                       "population": 4, "generations": 2, "final": {"matches": 20}},
 "grid": {"mutation_rate": [0.1, 0.5]}}
JSON
plan tiny.json tiny-whole
evorisk sweep run tiny-whole --quiet >tiny.log
evorisk sweep collect tiny-whole >>collect.log
mkdir -p elsewhere/bin
cd elsewhere
cp "$source"/scripts/slurm/*.sbatch .
ln -s "$build/evorisk" bin/another-name

# in_other_folder WORDS SCRIPT [VARIABLE=VALUE]...
in_other_folder() {
  echo "from another folder: $1"
  local script=$2
  shift 2
  plan ../tiny.json tiny
  until_holds no_job "$(env "$@" sbatch --parsable --array=1 "$script" tiny)" || return 0
  expect_same tiny ../tiny-whole
  rm -rf tiny
}
in_other_folder "the program beside the script" "$source/scripts/slurm/sweep.sbatch" PATH=/usr/bin:/bin
in_other_folder "the program in PATH" sweep.sbatch
in_other_folder "EVORISK" sweep.sbatch PATH=/usr/bin:/bin EVORISK=bin/another-name
echo "from another folder: no program"
PATH=/usr/bin:/bin sbatch --wait --array=1 --output=refused.log sweep.sbatch tiny >/dev/null 2>&1 &&
  fail "without a program the job succeeds"
if grep -q 'run make, or name the program' refused.log; then
  echo "  refused, and says what to do"
else
  fail "does not say what to do"
fi
cd ..

# --- interruptions -------------------------------------------------------------------------------

# begin DIRECTORY ARGUMENTS...: a job of a fresh sweep, six runs of which are done; sets `job`.
begin() {
  local directory=$1
  shift
  plan small.json "$directory"
  job=$(submit "$@" "$directory")
  until_holds has_done "$directory" 6
  before=$(done_of "$directory")
  [ "$before" -lt "$runs" ] || fail "all is done before it can be disturbed"
}
end() {
  until_holds no_job "$job" || return 0
  expect_same "$1" whole "$before of $runs runs were done before"
}
array=("--array=1-2" "$source/scripts/slurm/sweep.sbatch")
mpi=("--ntasks=2" "$source/scripts/slurm/sweep-mpi.sbatch")

echo "an array is queued again (scontrol requeue)"
begin requeued "${array[@]}"
scontrol requeue "$job"
end requeued
expect_restarts "$job"

echo "an array is cancelled (scancel), and submitted again"
begin cancelled "${array[@]}"
scancel "$job"
until_holds no_job "$job"
[ "$(at_work cancelled)" = 0 ] || fail "runs are still at work"
[ "$(done_of cancelled)" -lt "$runs" ] || fail "all was done"
job=$(submit "${array[@]}" cancelled)
end cancelled

echo "a task's program is killed (kill -9)"
begin killed "${array[@]}"
kill -9 "$(worker_of killed)"
end killed
expect_restarts "$job"

echo "an MPI job is queued again"
begin mpi-requeued "${mpi[@]}"
scontrol requeue "$job"
end mpi-requeued
expect_restarts "$job"

echo "a rank is killed (kill -9)"
begin mpi-killed "${mpi[@]}"
kill -9 "$(worker_of mpi-killed)"
end mpi-killed
expect_restarts "$job"

echo "an MPI job is told to end, as before its time is up"
begin mpi-interrupted "${mpi[@]}"
scancel --signal=TERM "$job"
end mpi-interrupted
expect_restarts "$job"

echo "the time of a job is up, again and again"
until_holds no_job "$long" || true
wait "$background"
background=""
evorisk sweep collect long-whole >>collect.log
expect_restarts "$long"
expect_same long long-whole "times that it was queued again: $(restarts_of "$long")"

echo "a node fails"
begin failed --array=1-4 "$source/scripts/slurm/sweep.sbatch"
expect_node() {
  local said
  said=$(evorisk sweep status failed | sed -n "s/^node  *\($1: .*\)/\1/p")
  echo "  $said"
  [[ $said =~ done,\ $2\ at\ work ]] || fail "sweep status: expected $2 runs at work on $1"
}
all_at_work() { [ "$(at_work failed)" = 4 ]; }
until_holds all_at_work
expect_node n1 '[12]'
expect_node n2 '[12]'
evorisk sweep status failed | grep -q "job ${job}_[1-4], process" || fail "sweep status names no job"
"$source/scripts/slurm/local.sh" crash "$cluster" n2
expect_node n2 0
scontrol update nodename=n2 state=down reason=crash
end failed
expect_restarts "$job"

if [ "$failures" = 0 ]; then
  echo "slurm-check: all is well, in $((SECONDS - begun)) s"
else
  echo "slurm-check: $failures FAILED, in $((SECONDS - begun)) s"
  exit 1
fi
