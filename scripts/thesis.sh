#!/bin/sh
# The thesis' experiments: their page from the runs that are stored (make thesis), or the runs
# themselves (make thesis-runs), which take hours, say how many before they begin, and go on where
# they were interrupted.
#
#   scripts/thesis.sh page | runs [DIR]
#
# DIR (results/runs/thesis) gets four sweeps of 3,250 runs and the store of all other runs; then
# results/thesis gets what the page is made from.
set -eu
cd "$(dirname "$0")/.."
program=build/release/evorisk
dir=${2:-results/runs/thesis}
threads=$(nproc)

page() {
  work=build/thesis
  rm -rf "$work" && mkdir -p "$work/store"
  gzip -dc results/thesis/runs.jsonl.gz > "$work/store/runs.jsonl"
  printf '{"format": 1, "seed": 1, "matches": 100}\n' > "$work/store/runs.json"
  "$program" reproduce table-5.1 figure-5.2 table-5.2 figure-5.3 figure-5.4 figure-5.5 figure-5.6 \
    isomorphism figure-5.7 territories figure-5.8 figure-5.9 table-5.4 rules table-5.5 table-5.6 \
    risk-to-war program --scale 1 --store "$work/store" --stored --threads "$threads" \
    --out "$work/targets" --page results/thesis/index.html --force > "$work/figures.txt"
  sed -i 's|<pre>evorisk reproduce [^<]*</pre>|<pre>make thesis</pre>|' results/thesis/index.html
  tail -n 1 "$work/figures.txt"
}

runs() {
  for name in reject-first reject planar accumulate; do
    file=experiments/thesis-sweep-$name.json
    [ -f "$file" ] || file=experiments/thesis-sweep.json
    [ -f "$dir/$name/sweep.json" ] || "$program" sweep plan "$file" --out "$dir/$name"
    "$program" sweep run "$dir/$name" --threads "$threads"
    "$program" sweep collect "$dir/$name"
  done
  "$program" reproduce all --scale 1 --profile original --store "$dir/store" \
    --threads "$threads" --out "$dir/original" --force
  "$program" reproduce table-5.1 figure-5.2 figure-5.8 figure-5.9 table-5.4 table-5.5 table-5.6 \
    --scale 1 --profile text --store "$dir/store" --threads "$threads" --out "$dir/text" --force
  python3 scripts/publish_thesis.py results/thesis/runs.jsonl.gz "$dir/store" \
    "$dir/reject/sweep.sqlite"
  page
}

case ${1:-} in
  page | runs) "$1" ;;
  *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
