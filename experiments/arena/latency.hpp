// How long decisions take: counts by duration, in buckets that are at most a sixteenth wide.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "base/json.hpp"
#include "risk/agent.hpp"

namespace evorisk::experiments {

class LatencyHistogram {
 public:
  void add(std::int64_t nanoseconds);
  void merge(const LatencyHistogram& other);

  std::int64_t count() const { return count_; }
  double mean() const;  // in microseconds, as all below; 0 without decisions
  double longest() const { return static_cast<double>(longest_) / 1000; }
  // What a share (0 ... 1) of the decisions do not exceed, rounded up to the end of its bucket.
  double quantile(double share) const;

  nlohmann::ordered_json to_json() const;
  // Throws InputError.
  static LatencyHistogram from_json(const JsonView& view);

 private:
  static constexpr std::size_t buckets = 1024;

  std::int64_t count_ = 0;
  std::int64_t sum_ = 0;
  std::int64_t longest_ = 0;
  std::array<std::int64_t, buckets> counts_{};
};

// Hands every decision on to another agent and notes how long it takes.
class TimedAgent final : public risk::Agent {
 public:
  TimedAgent(risk::Agent& agent, LatencyHistogram& times) : agent_(agent), times_(times) {}

  void begin_match(const risk::Variant& variant, int seat) override;
  int pick(const risk::State& state, Random& random) override;
  risk::Exchange exchange(const risk::State& state, Random& random) override;
  risk::Placement place(const risk::State& state, Random& random) override;
  risk::Attack attack(const risk::State& state, Random& random) override;
  risk::Fortify fortify(const risk::State& state, Random& random) override;
  risk::Fault fault() const override { return agent_.fault(); }
  bool reproducible() const override { return agent_.reproducible(); }

 private:
  risk::Agent& agent_;
  LatencyHistogram& times_;
};

}  // namespace evorisk::experiments
