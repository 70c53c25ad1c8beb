// Search from one incumbent: a hill climber, its restarts, and random search, which breeds nothing.
// Sources: (1+lambda) evolution strategies, Beyer and Schwefel 2002; restarts, Hoos and Stützle
// 2004.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/index.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

// Generation 0: `population` random individuals. Each later one: the `elites` fittest, at least
// one, whose matches add up so that luck does not stay; then children of the fittest alone, or
// random individuals. elite_policy and tournament do not count.
//
// A climb is given up when for `patience` generations no individual born in them became the
// fittest. Its fittest and the best of the climbs before play further matches in the first
// generation of the next climb; the better of the two is kept beside the population, but is no
// parent.
class Climber final : public PopulationAlgorithm {
 public:
  Climber(const Config& config, int threads, bool breeds, int patience)
      : PopulationAlgorithm(config, threads), breeds_(breeds), patience_(patience) {}

  std::int64_t next_size() const override {
    return config_.population + (gives_up() ? std::ssize(finished()) : 0);
  }

  std::vector<Individual> ask(int generation, BreedingTally& tally) override {
    if (generation == 0) return breeder_.first_population();
    const std::size_t places = at(config_.population);
    std::vector<Individual> next;
    if (gives_up()) {
      next = finished();
      breeder_.draw(generation, next.size() + places, next);
      return next;
    }
    const std::vector<int> order = ranking(population_, config_);
    const std::size_t kept = std::min(order.size(), at(std::max(1, config_.elites)));
    for (std::size_t e = 0; e < kept; ++e) next.push_back(population_[at(order[e])]);
    if (breeds_) {
      const auto incumbent = [](Random&) { return std::pair(0, 0); };
      const std::vector<Individual> parents = {next.front()};
      breeder_.breed(generation, parents, incumbent, places, next, tally);
    } else {
      breeder_.draw(generation, places, next);
    }
    return next;
  }

  void tell(std::vector<Individual> measured) override {
    measured_ = measured;
    if (gives_up()) {
      const auto first = measured.begin() + std::ssize(finished());
      const std::span<const Individual> ended(measured.begin(), first);
      champion_ = {fittest(ended, config_)};
      measured.erase(measured.begin(), first);
      ++restarts_;
      newest_ = -1;
    }
    population_ = std::move(measured);
    const int born = first_ranked(population_, config_).generation;
    idle_ = born > newest_ ? 0 : idle_ + 1;
    newest_ = std::max(newest_, born);
    gather();
  }

  void bend(const Bending& bending) override {
    PopulationAlgorithm::bend(bending);
    bending(champion_);
    gather();
  }

  std::span<const Individual> population() const override { return all_; }
  std::span<const Individual> measured() const override { return measured_; }

  void add_notes(Json& line) const override {
    if (patience_ > 0) line["climb"] = {{"restarts", restarts_}, {"idle", idle_}};
  }

  Json state() const override {
    return {{"population", population_to_json(population_, config_.search_space)},
            {"champion", population_to_json(champion_, config_.search_space)},
            {"restarts", restarts_},
            {"newest", newest_},
            {"idle", idle_}};
  }

  void restore(const JsonView& state) override {
    state.only({"population", "champion", "restarts", "newest", "idle"});
    const auto number = [&](const char* name, int least) { return state.at(name).natural(least); };
    population_ = population_from_json(state.at("population"), config_);
    champion_ = population_from_json(state.at("champion"), config_);
    if (std::ssize(population_) != config_.population) {
      state.at("population")
          .fail("holds {} individuals, but the population has {}", population_.size(),
                config_.population);
    }
    if (champion_.size() > 1) state.at("champion").fail("more than one individual");
    restarts_ = number("restarts", 0);
    newest_ = number("newest", -1);
    idle_ = number("idle", 0);
    gather();
  }

 private:
  void gather() {
    all_ = population_;
    all_.insert(all_.end(), champion_.begin(), champion_.end());
  }

  bool gives_up() const { return patience_ > 0 && idle_ >= patience_; }

  // The fittest of the climb that ends, and the best of those before.
  std::vector<Individual> finished() const {
    std::vector<Individual> all = champion_;
    all.push_back(fittest(population_, config_));
    return all;
  }

  const bool breeds_;
  const int patience_;                // generations; 0: a climb has no end
  std::vector<Individual> champion_;  // the best of the climbs that ended, if any did
  int restarts_ = 0;
  int newest_ = -1;                   // the latest birth of a fittest of this climb
  int idle_ = 0;                      // generations since it became that
  std::vector<Individual> all_;       // the population and the champion
  std::vector<Individual> measured_;  // what was told last
};

}  // namespace

std::unique_ptr<Algorithm> make_climber(const Config& config, int threads) {
  return std::make_unique<Climber>(config, threads, true, config.patience);
}

std::unique_ptr<Algorithm> make_random_search(const Config& config, int threads) {
  return std::make_unique<Climber>(config, threads, false, 0);
}

}  // namespace evorisk::ga
