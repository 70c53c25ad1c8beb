#include "experiments/gallery/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "ga/run/run.hpp"
#include "maps/layout/layout.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/measure.hpp"

namespace evorisk::experiments {
namespace {

// Streams of a gallery's matches, by StreamKey::generation.
constexpr std::uint32_t screening = 1;
constexpr std::uint32_t reporting = 2;
constexpr std::uint32_t telling = 3;
constexpr std::uint64_t told_from = 200;  // matches from which a typical one is chosen

// Syllables that make a pronounceable name.
class NameMaker {
 public:
  explicit NameMaker(Random random) : random_(random) {}

  std::string take() {
    static constexpr const char* starts[] = {"b", "br", "c", "d", "dr", "f", "g",  "gl", "h",  "k",
                                             "l", "m",  "n", "p", "r",  "s", "st", "t",  "tr", "v"};
    static constexpr const char* vowels[] = {"a", "e", "i", "o", "u", "a", "e", "o", "ia", "ei"};
    static constexpr const char* ends[] = {"", "", "", "n", "r", "l", "s", "nd", "th", "m"};
    for (;;) {
      std::string name;
      for (auto syllables = 2 + random_.below(2); syllables > 0; --syllables) {
        name += starts[random_.below(std::size(starts))];
        name += vowels[random_.below(std::size(vowels))];
      }
      name += ends[random_.below(std::size(ends))];
      name[0] = static_cast<char>(name[0] - 'a' + 'A');
      if (taken_.insert(name).second) return name;
    }
  }
  void keep(const std::string& name) { taken_.insert(name); }

 private:
  Random random_;
  std::set<std::string> taken_;
};

// The same variant with a name, with names for what has none, and laid out for drawing.
risk::Variant named_and_placed(const risk::Variant& bare, Random random) {
  NameMaker names(random);
  maps::MapData data = bare.map().data();
  for (const maps::Territory& t : data.territories) names.keep(t.name);
  const std::string name = names.take();
  data.name = name;
  for (maps::Continent& continent : data.continents) {
    if (continent.name.empty()) continent.name = names.take();
  }
  for (maps::Territory& territory : data.territories) {
    if (territory.name.empty()) territory.name = names.take();
  }
  std::vector<std::optional<maps::Point>> hint;
  for (const maps::Territory& territory : data.territories) hint.push_back(territory.position);
  const std::vector<maps::Point> positions = maps::layout(bare.map(), hint);
  for (std::size_t t = 0; t < positions.size(); ++t) {
    data.territories[t].position = {std::round(positions[t].x * 1e4) / 1e4,
                                    std::round(positions[t].y * 1e4) / 1e4};
  }
  return {name, bare.rules(), std::make_shared<const maps::Map>(std::move(data))};
}

// The key of the first of the matches whose length and lead changes are nearest to the mean of all.
StreamKey typical_match(const risk::Variant& variant, const std::string& agent, StreamKey key) {
  // The plain engine, because only its matches can be played again event by event.
  std::vector<metrics::MatchSummary> out(told_from);
  metrics::EngineOptions options;
  options.engine = "plain";
  options.agents = {agent};
  const metrics::MatchJob job{.variant = &variant, .key = key, .out = out};
  metrics::make_engine(options)->play({&job, 1});
  double turns = 0;
  double leads = 0;
  for (const metrics::MatchSummary& match : out) {
    turns += match.turns / static_cast<double>(told_from);
    leads += match.lead_change / static_cast<double>(told_from);
  }
  double nearest = 1e300;
  for (std::uint64_t m = 0; m < told_from; ++m) {
    const double distance =
        std::abs(out[m].turns - turns) / turns + std::abs(out[m].lead_change - leads);
    if (out[m].winner < 0 || distance >= nearest) continue;
    nearest = distance;
    key.match = m;
  }
  return key;
}

class GalleryMaker {
 public:
  explicit GalleryMaker(const GalleryOptions& options) : options_(options) {
    gallery_.agents = options.agents;
    gallery_.fairness = options.fairness;
    gallery_.objective = ga::run_config(options.runs.front()).objective;
    gallery_.objective.terms = metrics::thesis_objective().terms;
    gallery_.objective.groups.clear();
    gallery_.objective.constraints.clear();
    metrics::EngineOptions engine;
    engine.parameters = gallery_.objective.parameters;
    engine.threads = options.threads;
    engine_ = metrics::make_engine(engine);
  }

  std::optional<Gallery> make() {
    for (const std::string& run : options_.runs) {
      for (GalleryCandidate& c : gallery_candidates(run)) candidates_.push_back(std::move(c));
    }
    gallery_.candidates = static_cast<int>(candidates_.size());
    std::vector<std::size_t> all(candidates_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto screened = measure("screening", all, screening, options_.screen);
    if (!screened) return std::nullopt;
    std::set<std::size_t> unfair;
    for (const std::size_t i : all) {
      if (!is_fair((*screened)[i], 1)) unfair.insert(i);
    }
    leave_out(unfair);
    if (!choose_fair()) return std::nullopt;
    for (std::size_t i = 0; i < choice_.chosen.size(); ++i) add_exhibit(i);
    return std::move(gallery_);
  }

 private:
  using Tables = std::vector<metrics::CriteriaTotals>;  // by agent

  // Of each of the candidates; nothing when stopped.
  std::optional<std::vector<Tables>> measure(const std::string& stage,
                                             const std::vector<std::size_t>& which,
                                             std::uint32_t purpose, std::int64_t matches) {
    std::vector<std::vector<std::string>> seats;
    for (const std::string& agent : options_.agents) seats.push_back({agent});
    std::vector<Tables> tables;
    for (const std::size_t c : which) {
      tables.emplace_back(seats.size(), metrics::CriteriaTotals(candidates_[c].variant.players()));
    }
    std::vector<metrics::Measurement> measurements;
    for (std::size_t i = 0; i < which.size(); ++i) {
      for (std::size_t a = 0; a < seats.size(); ++a) {
        const StreamKey key{.seed = options_.seed,
                            .purpose = Purpose::match,
                            .generation = purpose,
                            .individual = static_cast<std::uint32_t>(i),
                            .match = static_cast<std::uint64_t>(a) << 40};
        measurements.push_back(
            {&candidates_[which[i]].variant, key, matches, &tables[i][a], &seats[a]});
      }
    }
    const std::int64_t all = std::ssize(measurements) * matches;
    const metrics::PlayControl control{options_.stop, [&](std::int64_t played) {
                                         if (options_.on_progress)
                                           options_.on_progress(stage, played, all);
                                       }};
    if (!metrics::measure(*engine_, measurements, control)) return std::nullopt;
    return tables;
  }

  // Under every agent, by so many standard errors in the variant's favour.
  bool is_fair(const Tables& tables, double errors) const {
    return std::ranges::all_of(tables, [&](const metrics::CriteriaTotals& table) {
      const metrics::Estimate advantage = table.criterion(metrics::Criterion::advantage);
      return advantage.mean - errors * advantage.se <= options_.fairness;
    });
  }

  void leave_out(const std::set<std::size_t>& unfair) {
    std::size_t i = 0;
    std::erase_if(candidates_, [&](const GalleryCandidate&) { return unfair.contains(i++); });
    gallery_.unfair += static_cast<int>(unfair.size());
  }

  // Until all that are chosen are fair by fresh matches; false when stopped.
  bool choose_fair() {
    for (std::set<std::size_t> unfair;; leave_out(unfair)) {
      choice_ = choose(candidates_, static_cast<std::size_t>(options_.count), options_.quality);
      std::vector<std::size_t> unmeasured;
      for (const std::size_t i : choice_.chosen) {
        if (!measured_.contains(candidates_[i].source)) unmeasured.push_back(i);
      }
      auto tables =
          measure("measuring", unmeasured,
                  reporting + 16 * static_cast<std::uint32_t>(measured_.size()), options_.matches);
      if (!tables) return false;
      unfair.clear();
      for (std::size_t m = 0; m < unmeasured.size(); ++m) {
        if (!is_fair((*tables)[m], 0)) unfair.insert(unmeasured[m]);
        measured_[candidates_[unmeasured[m]].source] = std::move((*tables)[m]);
      }
      if (unfair.empty()) return true;
    }
  }

  void add_exhibit(std::size_t i) {
    GalleryCandidate& candidate = candidates_[choice_.chosen[i]];
    const auto number = static_cast<std::uint32_t>(i);
    risk::Variant variant = named_and_placed(
        candidate.variant, Random({options_.seed, Purpose::map_generation, telling, number}));
    const StreamKey typical = typical_match(variant, options_.agents.front(),
                                            {.seed = options_.seed,
                                             .purpose = Purpose::match,
                                             .generation = telling,
                                             .individual = number});
    std::string file = fmt::format("variants/{:02}-{}.json", i + 1,
                                   boost::algorithm::to_lower_copy(variant.name()));
    gallery_.exhibits.push_back({std::move(file), candidate, std::move(variant), choice_.novelty[i],
                                 typical, measured_.at(candidate.source)});
  }

  const GalleryOptions& options_;
  std::unique_ptr<metrics::Engine> engine_;
  std::vector<GalleryCandidate> candidates_;  // that are not known to be unfair
  GalleryChoice choice_;
  std::map<std::string, Tables> measured_;  // by source
  Gallery gallery_;
};

}  // namespace

std::optional<Gallery> make_gallery(const GalleryOptions& options) {
  return GalleryMaker(options).make();
}

}  // namespace evorisk::experiments
