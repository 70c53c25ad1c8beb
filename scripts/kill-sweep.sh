#!/bin/bash
# Kills workers of a sweep of 200 short runs at twenty random moments (kill -9, two workers at a
# time), lets it end, and compares what is collected with an undisturbed sweep's: the same bytes.
#   scripts/kill-sweep.sh [PROGRAM]
set -eu
program=$(realpath "${1:-build/release/evorisk}")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

cat >sweep.json <<'JSON'
{"format": 1, "repetitions": 5,
 "base": {"format": 1, "matches": 40, "monitor_matches": 30, "tournament": 2,
          "final": {"matches": 100}, "elite_policy": "reevaluate"},
 "grid": {"generations": [4, 8, 12, 16], "population": [4, 6, 8, 10, 12],
          "crossover": ["planar", "reject-first"]}}
JSON
"$program" sweep plan sweep.json --out whole --pilot 0 >plan.txt
"$program" sweep plan sweep.json --out killed --pilot 0 >plan.txt
start=$(date +%s%N)
"$program" sweep run whole --quiet >run.txt
whole=$((($(date +%s%N) - start) / 1000000))
"$program" sweep collect whole >collected.txt

kills=0
for round in 1 2 3 4 5 6 7 8 9 10; do
  workers=""
  for shard in 1 2; do
    "$program" sweep run killed --quiet --threads 1 >run.$shard.txt &
    workers="$workers $!"
  done
  for worker in $workers; do
    # Up to a twentieth of the undisturbed time each.
    sleep "$(awk -v w="$whole" -v r="$RANDOM" 'BEGIN { printf "%.3f", (0.02 + 0.98 * r / 32768) * w / 20000 }')"
    if kill -9 "$worker" 2>/dev/null; then kills=$((kills + 1)); fi
  done
  wait
done 2>killed.txt
done=$(find killed/runs -name '*.json' | wc -l)
"$program" sweep run killed --quiet >run.txt
"$program" sweep collect killed >collected.txt
cmp whole/sweep.sqlite killed/sweep.sqlite
echo "the same bytes after $kills kills, which left $done of 200 runs done"
