#include "experiments/arena/latency.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace evorisk::experiments {
namespace {

constexpr int sub_bits = 4;  // 16 buckets per power of two
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// Below 16 ns every bucket is one wide.
std::size_t bucket_of(std::int64_t nanoseconds) {
  const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(0, nanoseconds));
  const int shift = std::max(0, static_cast<int>(std::bit_width(value)) - sub_bits - 1);
  return (static_cast<std::size_t>(shift) << sub_bits) + static_cast<std::size_t>(value >> shift);
}

// The longest duration of a bucket.
double end_of(std::size_t bucket) {
  constexpr std::size_t whole = std::size_t{1} << sub_bits;
  if (bucket < 2 * whole) return static_cast<double>(bucket);
  const std::size_t shift = (bucket >> sub_bits) - 1;
  const std::size_t part = (bucket & (whole - 1)) + whole;
  return std::ldexp(static_cast<double>(part + 1), static_cast<int>(shift)) - 1;
}

// Notes the time from its making to its end.
class Timed {
 public:
  explicit Timed(LatencyHistogram& times) : times_(times) {}
  ~Timed() {
    times_.add(std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_).count());
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  LatencyHistogram& times_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

void LatencyHistogram::add(std::int64_t nanoseconds) {
  ++count_;
  sum_ += nanoseconds;
  longest_ = std::max(longest_, nanoseconds);
  ++counts_[bucket_of(nanoseconds)];
}

void LatencyHistogram::merge(const LatencyHistogram& other) {
  count_ += other.count_;
  sum_ += other.sum_;
  longest_ = std::max(longest_, other.longest_);
  for (std::size_t b = 0; b < buckets; ++b) counts_[b] += other.counts_[b];
}

double LatencyHistogram::mean() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_) / 1000;
}

double LatencyHistogram::quantile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  std::int64_t sum = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    sum += counts_[b];
    if (counts_[b] > 0 && static_cast<double>(sum) >= wanted) {
      return std::min(end_of(b) / 1000, longest());
    }
  }
  return 0;
}

nlohmann::ordered_json LatencyHistogram::to_json() const {
  nlohmann::ordered_json counts = nlohmann::ordered_json::array();
  for (std::size_t b = 0; b < buckets; ++b) {
    if (counts_[b] > 0) counts.push_back({b, counts_[b]});
  }
  return {{"nanoseconds", sum_}, {"longest", longest_}, {"counts", std::move(counts)}};
}

LatencyHistogram LatencyHistogram::from_json(const JsonView& view) {
  LatencyHistogram times;
  view.only({"nanoseconds", "longest", "counts"});
  times.sum_ = view.at("nanoseconds").integer(0, most);
  times.longest_ = view.at("longest").integer(0, most);
  for (const JsonView& entry : view.at("counts").items()) {
    const auto pair = entry.items();
    if (pair.size() != 2) entry.fail("is no bucket and its count");
    const auto bucket =
        static_cast<std::size_t>(pair[0].integer(0, static_cast<std::int64_t>(buckets) - 1));
    if (times.counts_[bucket] != 0) entry.fail("is a bucket that was counted before");
    times.counts_[bucket] = pair[1].integer(0, most - times.count_);
    times.count_ += times.counts_[bucket];
  }
  return times;
}

void TimedAgent::begin_match(const risk::Variant& variant, int seat) {
  agent_.begin_match(variant, seat);
}

int TimedAgent::pick(const risk::State& state, Random& random) {
  const Timed call(times_);
  return agent_.pick(state, random);
}

risk::Exchange TimedAgent::exchange(const risk::State& state, Random& random) {
  const Timed call(times_);
  return agent_.exchange(state, random);
}

risk::Placement TimedAgent::place(const risk::State& state, Random& random) {
  const Timed call(times_);
  return agent_.place(state, random);
}

risk::Attack TimedAgent::attack(const risk::State& state, Random& random) {
  const Timed call(times_);
  return agent_.attack(state, random);
}

risk::Fortify TimedAgent::fortify(const risk::State& state, Random& random) {
  const Timed call(times_);
  return agent_.fortify(state, random);
}

}  // namespace evorisk::experiments
