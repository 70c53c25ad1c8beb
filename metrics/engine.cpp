#include "metrics/engine.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/registry.hpp"
#include "risk/agent.hpp"

namespace evorisk::metrics {
namespace {

const EngineKind& engine_kind(std::string_view name) {
  const auto kinds = engine_kinds();
  const auto kind = std::ranges::find(kinds, name, &EngineKind::name);
  if (kind != kinds.end()) return *kind;
  std::vector<std::string_view> names = names_of(kinds);
  names.insert(names.begin(), "auto");
  throw InputError(unknown_name("engine", name, names));
}

// Sends each job to the fastest engine that can play it; engines play one after another, each with
// all threads.
class AutoEngine final : public Engine {
 public:
  explicit AutoEngine(const EngineOptions& options) : options_(options) {}

  int threads() const override { return std::max(1, options_.threads); }

 private:
  bool do_play(std::span<const MatchJob> jobs, const PlayControl& control) override {
    std::vector<std::vector<MatchJob>> parts(engines_.size());
    const risk::Variant* last = nullptr;
    const std::vector<std::string>* agents = nullptr;
    std::size_t engine = 0;
    for (const MatchJob& job : jobs) {
      if (job.variant != last || job.agents != agents) engine = fastest(job);
      last = job.variant;
      agents = job.agents;
      if (parts[engine].empty()) parts[engine].reserve(jobs.size());
      parts[engine].push_back(job);
    }
    std::int64_t before = 0;
    for (std::size_t e = 0; e < parts.size(); ++e) {
      if (parts[e].empty()) continue;
      auto& player = engines_[e];
      if (!player) player = engine_kinds()[e].make(options_);
      if (!player->play(parts[e], reporting_after(control, before))) return false;
      for (const MatchJob& job : parts[e]) before += static_cast<std::int64_t>(job.size());
    }
    return true;
  }

  // The place of choose_engine()'s choice among the kinds.
  std::size_t fastest(const MatchJob& job) const {
    const EngineChoice choice = choose_engine(*job.variant, options_of(job, options_));
    const auto kinds = engine_kinds();
    const auto kind = std::ranges::find(kinds, choice.name, &EngineKind::name);
    return static_cast<std::size_t>(kind - kinds.begin());
  }

  EngineOptions options_;
  std::vector<std::unique_ptr<Engine>> engines_{engine_kinds().size()};  // as the kinds
};

}  // namespace

std::span<const EngineKind> engine_kinds() {
  static const std::array kinds = {bulk_engine_kind(), plain_engine_kind()};
  return kinds;
}

std::unique_ptr<Engine> make_engine(const EngineOptions& options) {
  static_cast<void>(evaluation_weights(options.parameters));
  if (options.engine == "auto") return std::make_unique<AutoEngine>(options);
  return engine_kind(options.engine).make(options);
}

EngineChoice choose_engine(const risk::Variant& variant, const EngineOptions& options) {
  if (options.engine != "auto") {
    const EngineKind& kind = engine_kind(options.engine);
    const std::string refusal = kind.refusal(variant, options);
    if (!refusal.empty()) {
      throw InputError("engine {} cannot play {}: {}", options.engine, variant.name(), refusal);
    }
    return {options.engine, "asked for"};
  }
  std::string refusals;
  for (const EngineKind& kind : engine_kinds()) {
    const std::string refusal = kind.refusal(variant, options);
    if (refusal.empty()) {
      return {std::string(kind.name), refusals.empty() ? "the fastest engine there is" : refusals};
    }
    if (!refusals.empty()) refusals += "; ";
    refusals += std::string(kind.name) + " cannot: " + refusal;
  }
  throw InputError("no engine can play {}: {}", variant.name(), refusals);
}

PlayControl reporting_after(const PlayControl& control, const std::int64_t& done) {
  PlayControl inner{control.stop, nullptr};
  if (control.progress) {
    inner.progress = [&](std::int64_t played) { control.progress(done + played); };
  }
  return inner;
}

EngineOptions options_of(const MatchJob& job, const EngineOptions& options) {
  EngineOptions own = options;
  if (job.agents != nullptr) own.agents = *job.agents;
  return own;
}

std::vector<std::string> seat_agents(const risk::Variant& variant, const EngineOptions& options) {
  std::vector<std::string> agents = options.agents;
  if (agents.empty()) agents = {"cautious"};
  return risk::agents_for_seats(std::move(agents), variant.players(), variant.name());
}

}  // namespace evorisk::metrics
