// The plain engine: one match after another on each thread.
#include <omp.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "base/parallel.hpp"
#include "metrics/criteria/added.hpp"
#include "metrics/criteria/course.hpp"
#include "metrics/criteria/match_criteria.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/totals.hpp"
#include "risk/agent.hpp"
#include "risk/match.hpp"

namespace evorisk::metrics {
namespace {

// The stronger agent of a duel in one seat, the weaker one in all others.
std::vector<std::string> duellists(int players, const LadderDuel& duel, int strong_seat) {
  std::vector<std::string> agents(static_cast<std::size_t>(players), std::string(duel.weak));
  agents[static_cast<std::size_t>(strong_seat)] = duel.strong;
  return agents;
}

// Playing what the extended criteria want to know of a match. Bound to one variant; nothing is
// allocated in a match.
class ExtendedMatch {
 public:
  ExtendedMatch(const risk::Variant& variant, const EngineOptions& options)
      : variant_(variant),
        players_(variant.players()),
        course_(options.parameters, variant),
        added_(options.extended),
        dice_(needs(options.extended, Effort::dice)) {
    added_.course = &course_;
    if (!needs(options.extended, Effort::ladder)) return;
    for (const LadderDuel& duel : ladder()) {
      for (int seat = 0; seat < players_; ++seat) {
        duels_.emplace_back(variant, duellists(players_, duel, seat));
      }
    }
  }

  // Plays the match of `key` with `player`, observed by `criteria` (which is what it would be
  // without: the match is the same), and what the extended criteria want besides.
  ExtendedSummary play(risk::MatchPlayer& player, MatchCriteria& criteria, const StreamKey& key,
                       MatchSummary& summary) {
    criteria.begin_match();
    course_.begin_match();
    course_.next = &criteria;
    if (!added_.empty()) added_.begin_match(variant_);
    const risk::MatchResult result =
        added_.empty() ? player.play(key, &course_, &course_) : player.play(key, &added_, &added_);
    summary = criteria.summary(result);
    ExtendedSummary extended = course_.summary(result);
    added_.values(result, extended);
    if (dice_) {
      const risk::MatchResult other = player.play(key, nullptr, nullptr, other_dice);
      extended.other_winner = static_cast<std::int8_t>(other.winner);
    }
    if (!duels_.empty()) climb(key, extended);
    return extended;
  }

 private:
  // The seats take turns at the stronger agent, from match to match and from duel to duel.
  void climb(const StreamKey& key, ExtendedSummary& summary) {
    const auto players = static_cast<std::uint64_t>(players_);
    const double fair = 1.0 / static_cast<double>(players);
    for (std::uint64_t duel = 0; duel < ladder_duels; ++duel) {
      const auto seat = (key.match + duel) % players;
      StreamKey own = key;
      own.match += (duel + 1) << 56;  // keys of no other match
      const int winner = duels_[duel * players + seat].play(own).winner;
      const double won = winner < 0 ? fair : static_cast<int>(seat) == winner ? 1 : 0;
      summary.ladder[duel] = (won - fair) / (1 - fair);
    }
  }

  const risk::Variant& variant_;
  int players_;
  MatchCourse course_;
  AddedMeasures added_;
  bool dice_;
  std::vector<risk::MatchPlayer> duels_;  // by duel and the stronger agent's seat
};

// What one thread works with: agents are made once and kept between variants and calls; the player
// is bound to one variant.
struct Worker {
  explicit Worker(const CriteriaParameters& parameters) : observer(parameters) {}

  void sit(const MatchJob& job, const EngineOptions& options) {
    if (variant == job.variant && named == job.agents) return;
    forget();
    const risk::Variant& next = *job.variant;
    const std::vector<std::string> wanted = seat_agents(next, options_of(job, options));
    if (wanted != descriptions) {
      agents.clear();
      descriptions.clear();
      for (const std::string& description : wanted) agents.push_back(risk::make_agent(description));
      descriptions = wanted;
    }
    std::vector<risk::Agent*> seats;
    for (const auto& agent : agents) seats.push_back(agent.get());
    player.emplace(next, seats);
    variant = &next;
    named = job.agents;
  }

  void forget() {
    extended.reset();
    player.reset();
    variant = nullptr;
    named = nullptr;
  }

  MatchSummary play(const StreamKey& key) {
    observer.begin_match();
    return observer.summary(player->play(key, &observer));
  }

  ExtendedSummary play(const StreamKey& key, const EngineOptions& options, MatchSummary& summary) {
    if (!extended) extended.emplace(*variant, options);
    return extended->play(*player, observer, key, summary);
  }

  MatchCriteria observer;
  std::vector<std::string> descriptions;
  std::vector<std::unique_ptr<risk::Agent>> agents;
  const risk::Variant* variant = nullptr;
  const std::vector<std::string>* named = nullptr;  // the job's agents
  std::optional<risk::MatchPlayer> player;
  std::optional<ExtendedMatch> extended;
};

// The matches of all jobs as one row of chunks, none of which crosses the border of a job.
class Chunks {
 public:
  Chunks(std::span<const MatchJob> jobs, int threads) : jobs_(jobs) {
    std::int64_t matches = 0;
    for (const MatchJob& job : jobs) matches += static_cast<std::int64_t>(job.size());
    // Short enough that the last chunks end together, long enough to make their hand-out free.
    size_ = static_cast<std::size_t>(std::clamp<std::int64_t>(matches / (threads * 32), 1, 64));
    first_.reserve(jobs.size() + 1);
    first_.push_back(0);
    for (const MatchJob& job : jobs) {
      first_.push_back(first_.back() + (job.size() + size_ - 1) / size_);
    }
  }

  std::size_t count() const { return first_.back(); }

  MatchJob operator[](std::size_t chunk) const {
    const auto next = std::upper_bound(first_.begin(), first_.end(), chunk);
    const auto job = static_cast<std::size_t>(next - first_.begin()) - 1;
    const std::size_t begin = (chunk - first_[job]) * size_;
    MatchJob part = jobs_[job];
    const std::size_t size = std::min(size_, part.size() - begin);
    part.key.match += begin;
    part.matches = static_cast<std::int64_t>(size);
    if (part.totals != nullptr) return part;
    part.out = part.out.subspan(begin, size);
    if (!part.extended.empty()) part.extended = part.extended.subspan(begin, size);
    return part;
  }

 private:
  std::span<const MatchJob> jobs_;
  std::size_t size_ = 1;
  std::vector<std::size_t> first_;  // of each job, and the end
};

class PlainEngine final : public Engine {
 public:
  explicit PlainEngine(const EngineOptions& options) : options_(options) {
    options_.threads = std::max(1, options.threads);
    for (int t = 0; t < options_.threads; ++t) workers_.emplace_back(options_.parameters);
  }

  int threads() const override { return options_.threads; }

 private:
  bool do_play(std::span<const MatchJob> jobs, const PlayControl& control) override {
    // A variant of the last call may be gone, and its address taken by another.
    std::ranges::for_each(workers_, &Worker::forget);
    const Chunks chunks(jobs, options_.threads);
    std::atomic<std::size_t> next{0};
    std::atomic<std::int64_t> played{0};
    std::atomic<bool> ended{false};
    std::mutex totals_mutex;
    const auto stopped = [&] {
      return ended.load(std::memory_order_relaxed) ||
             (control.stop && control.stop->load(std::memory_order_relaxed));
    };

    const auto work = [&](Worker& worker) {
      while (true) {
        const std::size_t chunk = next.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= chunks.count()) return;
        const MatchJob job = chunks[chunk];
        worker.sit(job, options_);
        StreamKey key = job.key;
        std::optional<CriteriaTotals> part;
        if (job.totals != nullptr)
          part.emplace(job.totals->players(), job.totals->extended_criteria());
        for (std::size_t i = 0; i < job.size(); ++i) {
          if (stopped()) {
            ended = true;
            return;
          }
          if (part && part->counts_extended()) {
            MatchSummary summary;
            const ExtendedSummary extended = worker.play(key, options_, summary);
            part->add(summary, extended);
          } else if (part) {
            part->add(worker.play(key));
          } else if (job.extended.empty()) {
            job.out[i] = worker.play(key);
          } else {
            job.extended[i] = worker.play(key, options_, job.out[i]);
          }
          ++key.match;
        }
        if (part) {
          const std::lock_guard lock(totals_mutex);
          job.totals->merge(*part);
        }
        const auto count = static_cast<std::int64_t>(job.size());
        const std::int64_t sum = played.fetch_add(count, std::memory_order_relaxed) + count;
        if (omp_get_thread_num() == 0 && control.progress) control.progress(sum);
      }
    };

    parallel_for_dynamic(std::ssize(workers_), options_.threads, [&](std::int64_t w) {
      try {
        work(workers_[static_cast<std::size_t>(w)]);
      } catch (...) {
        ended = true;
        throw;
      }
    });
    return !ended;
  }

  EngineOptions options_;
  std::vector<Worker> workers_;
};

}  // namespace

EngineKind plain_engine_kind() {
  return {"plain", "any rules, any agents, 2 to 6 players, one match at a time on each thread",
          [](const risk::Variant&, const EngineOptions&) { return std::string(); },
          [](const EngineOptions& options) -> std::unique_ptr<Engine> {
            return std::make_unique<PlainEngine>(options);
          }};
}

}  // namespace evorisk::metrics
