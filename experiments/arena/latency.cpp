#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "experiments/arena/play.hpp"

namespace evorisk::experiments {
namespace {

constexpr int sub_bits = 4;  // 16 buckets per power of two

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
  for (const auto& [bucket, count] : other.counts_) counts_[bucket] += count;
}

double LatencyHistogram::mean() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_) / 1000;
}

double LatencyHistogram::quantile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  std::int64_t sum = 0;
  for (const auto& [bucket, count] : counts_) {
    sum += count;
    if (static_cast<double>(sum) >= wanted) return std::min(end_of(bucket) / 1000, longest());
  }
  return 0;
}

nlohmann::ordered_json LatencyHistogram::to_json() const {
  return {{"nanoseconds", sum_}, {"longest", longest_}, {"counts", counts_}};
}

LatencyHistogram LatencyHistogram::from_json(const JsonView& view) {
  LatencyHistogram times;
  view.only({"nanoseconds", "longest", "counts"});
  times.sum_ = view.at("nanoseconds").count();
  times.longest_ = view.at("longest").count();
  for (const JsonView& entry : view.at("counts").items()) {
    const auto pair = entry.items();
    if (pair.size() != 2) entry.fail("is no bucket and its count");
    const auto bucket = static_cast<std::size_t>(pair[0].integer(0, 1023));
    const std::int64_t count =
        pair[1].integer(0, std::numeric_limits<std::int64_t>::max() - times.count_);
    if (!times.counts_.emplace(bucket, count).second)
      entry.fail("is a bucket that was counted before");
    times.count_ += count;
  }
  return times;
}

}  // namespace evorisk::experiments
