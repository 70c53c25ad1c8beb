// MAP-Elites under noise: the best variant of every niche, not one best variant.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/index.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/algorithms/niches.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/operators/breeder.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

// What became of the individuals of a generation.
struct Events {
  std::int64_t settled = 0;   // in an empty niche
  std::int64_t replaced = 0;  // occupants that a challenger beat on comparable evidence
  std::int64_t moved = 0;     // individuals of the archive whose niche changed
  std::int64_t left = 0;      // that no longer are in any niche
  std::int64_t outside = 0;   // new ones in no niche
  std::int64_t filtered = 0;  // new ones that are not playable
  std::int64_t known = 0;     // new ones whose game has a place, on as much evidence or more
};
struct EventInfo {
  const char* name;
  std::int64_t Events::*count;
};
constexpr EventInfo event_infos[] = {{"settled", &Events::settled}, {"replaced", &Events::replaced},
                                     {"moved", &Events::moved},     {"left", &Events::left},
                                     {"outside", &Events::outside}, {"filtered", &Events::filtered},
                                     {"known", &Events::known}};

// An archive with a niche per combination of bins (ga/algorithms/niches.hpp). Each generation of
// `population` places: challengers and occupants of the archive, which play further matches;
// immigrants; and children of parents drawn uniformly from the occupants. What is measured goes to
// the niche that all its evidence says, also when that is another one than before.
//
// Noise, after Justesen, Risi and Mouret 2019 (adaptive sampling) and Flageat and Cully 2020 (deep
// grids): a niche remembers its `depth` best. One that looks better than the occupant but has
// played less is a challenger: it plays on until it looks worse, or has as many matches as the
// occupant (or config.enough_matches) and takes the place. An occupant that further matches make
// worse than another is demoted to that one's place. A game has one place in the archive: of two
// individuals that are the same game (ga/genome/genome.hpp) the one that has played more keeps it.
//
// The state is the archive. What it reports of a generation are the individuals measured in it, not
// the archive.
class MapElites final : public Algorithm {
 public:
  MapElites(const Config& config, int threads)
      : config_(config), own_(config.map_elites), breeder_(config, threads) {}

  std::int64_t next_size() const override { return config_.population; }

  std::vector<Individual> ask(int generation, BreedingTally& tally) override {
    if (generation == 0) return breeder_.first_population();
    const std::size_t places = at(config_.population);
    std::vector<Individual> next = to_play_on(share_of(own_.reevaluated));
    const std::size_t immigrants =
        occupants_.size() < 2 ? places : next.size() + share_of(own_.immigrants);
    breeder_.draw(generation, std::min(places, immigrants), next);
    const auto count = static_cast<int>(occupants_.size());
    const auto pairing = [count](Random& random) {
      const int first = random.index(count);
      int second = random.index(count - 1);
      if (second >= first) ++second;
      return std::pair{first, second};
    };
    breeder_.breed(generation, occupants_, pairing, places, next, tally);
    return next;
  }

  void tell(std::vector<Individual> measured) override {
    events_ = Events();
    for (const Individual& individual : measured) place(individual);
    measured_ = std::move(measured);
    list_occupants();
  }

  std::span<const Individual> population() const override {
    return occupants_.empty() ? measured_ : occupants_;
  }

  std::span<const Individual> measured() const override { return measured_; }

  void add_notes(Json& line) const override {
    // An occupant that breaks a constraint may be a parent, but is nothing found.
    std::int64_t occupied = 0;
    double score = 0;
    for (const Individual& occupant : occupants_) {
      if (occupant.violation > 0) continue;
      ++occupied;
      score += std::max(0.0, own_.reference_fitness - occupant.fitness.mean);
    }
    Json archive = {
        {"niches", niche_count(own_.descriptors)}, {"occupied", occupied}, {"qd_score", score}};
    for (const EventInfo& info : event_infos) archive[info.name] = events_.*info.count;
    line["archive"] = std::move(archive);
  }

  Json state() const override {
    Json niches = Json::array();
    for (const auto& [niche, members] : niches_) {
      niches.push_back(
          {{"niche", niche}, {"members", population_to_json(members, config_.search_space)}});
    }
    return {{"niches", std::move(niches)},
            {"measured", occupants_.empty() ? population_to_json(measured_, config_.search_space)
                                            : Json::array()}};
  }

  void restore(const JsonView& state) override {
    state.only({"niches", "measured"});
    niches_.clear();
    for (const JsonView& item : state.at("niches").items()) {
      item.only({"niche", "members"});
      const auto niche =
          static_cast<int>(item.at("niche").integer(0, niche_count(own_.descriptors) - 1));
      niches_[niche] = population_from_json(item.at("members"), config_);
      if (niches_[niche].empty()) item.fail("a niche without members");
    }
    measured_ = population_from_json(state.at("measured"), config_);
    list_occupants();
  }

 private:
  // The occupant first; then the others, the fittest first.
  using Members = std::vector<Individual>;

  std::size_t share_of(double share) const {
    return static_cast<std::size_t>(std::floor(share * config_.population));
  }

  static std::int64_t matches_of(const Individual* individual) {
    return individual->evidence.front().matches();
  }

  // Challengers, then occupants that have played least, at most `most`.
  std::vector<Individual> to_play_on(std::size_t most) const {
    std::vector<Individual> chosen;
    for (const auto& [niche, members] : niches_) {
      for (std::size_t m = 1; m < members.size() && chosen.size() < most; ++m) {
        if (fitter(members[m], members[0])) chosen.push_back(members[m]);
      }
    }
    std::vector<const Individual*> occupants = pointers_to(occupants_);
    std::ranges::stable_sort(occupants, {}, matches_of);
    for (const Individual* occupant : occupants) {
      if (chosen.size() >= most || matches_of(occupant) >= own_.enough_matches) break;
      chosen.push_back(*occupant);
    }
    return chosen;
  }

  // A game has one place in the archive: of two individuals the one that has
  // played more speaks for both, and stands where the other stood.
  void place(const Individual& individual) {
    if (!individual.filtered.empty()) {
      ++events_.filtered;
      return;
    }
    std::optional<int> before;
    bool was_occupant = false;
    if (const std::optional<Place> known = find(individual)) {
      Members& members = niches_[known->niche];
      const Individual& there = members[known->member];
      if (!same_individual(there, individual) && matches_of(&there) >= matches_of(&individual)) {
        ++events_.known;
        return;
      }
      before = known->niche;
      was_occupant = known->member == 0;
      // The niche may be without an occupant until it is settled below.
      members.erase(members.begin() + static_cast<std::ptrdiff_t>(known->member));
    }
    const auto niche = niche_of(config_, individual, individual.evidence);
    if (!niche) {
      ++(before ? events_.left : events_.outside);
    } else {
      events_.moved += before && *before != *niche ? 1 : 0;
      Members& members = niches_[*niche];
      const bool returned = before == niche;
      events_.settled += members.empty() && !returned ? 1 : 0;
      members.insert(returned && was_occupant ? members.begin() : members.end(), individual);
      settle(*niche);
    }
    if (before && before != niche) settle(*before);
  }

  struct Place {
    int niche;
    std::size_t member;
  };
  // Of the individual, or of its game.
  std::optional<Place> find(const Individual& individual) const {
    for (const auto& [niche, members] : niches_) {
      for (std::size_t m = 0; m < members.size(); ++m) {
        if (same_individual(members[m], individual) ||
            same_game(members[m].genome, individual.genome)) {
          return Place{niche, m};
        }
      }
    }
    return std::nullopt;
  }

  // The occupant gives way to a member that is fitter on comparable evidence, the fittest first.
  void settle(int niche) {
    const auto found = niches_.find(niche);
    if (found == niches_.end()) return;
    Members& members = found->second;
    if (members.empty()) {
      niches_.erase(found);
      return;
    }
    std::stable_sort(members.begin() + 1, members.end(), fitter);
    const auto better = std::find_if(members.begin() + 1, members.end(), [&](const Individual& m) {
      return fitter(m, members[0]) &&
             counted_matches(m, config_) >= counted_matches(members[0], config_);
    });
    if (better != members.end()) {
      std::rotate(members.begin(), better, better + 1);
      ++events_.replaced;
    }
    std::stable_sort(members.begin() + 1, members.end(), fitter);
    members.resize(std::min(members.size(), at(own_.depth)));
  }

  void list_occupants() {
    occupants_.clear();
    for (const auto& [niche, members] : niches_) occupants_.push_back(members.front());
  }

  const Config& config_;
  const MapElitesConfig& own_;
  const Breeder breeder_;
  std::map<int, Members> niches_;
  std::vector<Individual> occupants_;  // by niche
  std::vector<Individual> measured_;
  Events events_;
};

}  // namespace

std::unique_ptr<Algorithm> make_map_elites(const Config& config, int threads) {
  return std::make_unique<MapElites>(config, threads);
}

}  // namespace evorisk::ga
