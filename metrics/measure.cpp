#include "metrics/measure.hpp"

#include <algorithm>
#include <vector>

namespace evorisk::metrics {
namespace {

// A slice of one measurement that is played in the current block.
struct Slice {
  CriteriaTotals* totals;
  std::span<const MatchSummary> played;
  std::span<const FurtherSummary> further;  // empty, or one for each match
};

void add_played(std::span<const MatchSummary> played, std::span<const FurtherSummary> further,
                CriteriaTotals& totals) {
  if (further.empty()) {
    totals.add(played);
  } else {
    totals.add(played, further);
  }
}

// Sums are exact, so how the slices are shared out among threads leaves no trace.
void add_slices(std::span<const Slice> slices, int threads) {
  if (threads == 1) {
    for (const Slice& slice : slices) add_played(slice.played, slice.further, *slice.totals);
    return;
  }
  constexpr std::size_t longest = 4096;
  std::vector<Slice> pieces;
  for (const Slice& slice : slices) {
    for (std::size_t begin = 0; begin < slice.played.size(); begin += longest) {
      const std::size_t size = std::min(longest, slice.played.size() - begin);
      Slice piece{slice.totals, slice.played.subspan(begin, size), {}};
      if (!slice.further.empty()) piece.further = slice.further.subspan(begin, size);
      pieces.push_back(piece);
    }
  }
  const auto count = static_cast<std::int64_t>(pieces.size());
#pragma omp parallel for num_threads(threads) schedule(static) if (count > 1)
  for (std::int64_t i = 0; i < count; ++i) {
    const Slice& piece = pieces[static_cast<std::size_t>(i)];
    CriteriaTotals part(piece.totals->players(), piece.totals->further());
    add_played(piece.played, piece.further, part);
#pragma omp critical(evorisk_metrics_add)
    piece.totals->merge(part);
  }
}

// `control` for a part of the work: reports on top of `done`.
PlayControl counting_on(const PlayControl& control, const std::int64_t& done) {
  PlayControl inner{control.stop, nullptr};
  if (control.progress) {
    inner.progress = [&](std::int64_t played) { control.progress(done + played); };
  }
  return inner;
}

}  // namespace

bool measure(Engine& engine, std::span<const Measurement> measurements, const PlayControl& control,
             std::int64_t block) {
  std::int64_t left = 0;
  bool any_further = false;
  for (const Measurement& m : measurements) {
    left += m.matches;
    any_further = any_further || m.totals->counts_further();
  }
  std::vector<MatchSummary> slots(static_cast<std::size_t>(std::min(left, block)));
  std::vector<FurtherSummary> further(any_further ? slots.size() : 0);
  std::vector<MatchJob> jobs;
  std::vector<Slice> slices;
  std::int64_t done = 0;
  const PlayControl inner = counting_on(control, done);

  auto next = measurements.begin();
  std::int64_t begun = 0;  // matches of *next in earlier blocks
  while (left > 0) {
    jobs.clear();
    slices.clear();
    std::size_t filled = 0;
    while (filled < slots.size() && next != measurements.end()) {
      const auto room = static_cast<std::int64_t>(slots.size() - filled);
      const std::int64_t count = std::min(room, next->matches - begun);
      if (count > 0) {
        StreamKey key = next->key;
        key.match += static_cast<std::uint64_t>(begun);
        const std::span<MatchSummary> out(&slots[filled], static_cast<std::size_t>(count));
        std::span<FurtherSummary> beside;
        if (next->totals->counts_further()) beside = {&further[filled], out.size()};
        jobs.push_back({next->variant, key, out, beside, next->agents});
        slices.push_back({next->totals, out, beside});
        filled += static_cast<std::size_t>(count);
        begun += count;
      }
      if (begun == next->matches) {
        ++next;
        begun = 0;
      }
    }
    if (!engine.play(jobs, inner)) return false;
    add_slices(slices, engine.threads());
    done += static_cast<std::int64_t>(filled);
    left -= static_cast<std::int64_t>(filled);
  }
  return true;
}

bool measure_pairs(Engine& engine, const risk::Variant& first, const risk::Variant& second,
                   StreamKey key, std::int64_t matches, PairedTotals& totals,
                   const PlayControl& control, std::int64_t block) {
  const auto half =
      static_cast<std::size_t>(std::min(matches, std::max<std::int64_t>(1, block / 2)));
  std::vector<MatchSummary> slots(2 * half);
  std::vector<FurtherSummary> further(totals.first().counts_further() ? 2 * half : 0);
  std::int64_t done = 0;  // of both
  const PlayControl inner = counting_on(control, done);
  for (std::int64_t left = matches; left > 0;) {
    const std::size_t count = std::min(half, static_cast<std::size_t>(left));
    const std::span<MatchSummary> out_first(slots.data(), count);
    const std::span<MatchSummary> out_second(slots.data() + half, count);
    MatchJob jobs[] = {{&first, key, out_first}, {&second, key, out_second}};
    if (!further.empty()) {
      jobs[0].further = {further.data(), count};
      jobs[1].further = {further.data() + half, count};
    }
    if (!engine.play(jobs, inner)) return false;
    if (further.empty()) {
      totals.add(out_first, out_second);
    } else {
      totals.add(out_first, out_second, jobs[0].further, jobs[1].further);
    }
    key.match += count;
    done += static_cast<std::int64_t>(2 * count);
    left -= static_cast<std::int64_t>(count);
  }
  return true;
}

}  // namespace evorisk::metrics
