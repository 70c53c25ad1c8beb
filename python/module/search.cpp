// The program's searches under an evaluation of the caller's own, whole evolutions, and the search
// space as numbers.
#include <atomic>
#include <cmath>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/seal.hpp"
#include "experiments/wishes/configurations.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/operators/breeding_tally.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/final.hpp"
#include "ga/run/run.hpp"
#include "maps/generate/generator.hpp"
#include "python/module/module.hpp"

namespace evorisk::python {
namespace {

// A dictionary, a configuration's name or a file, then the settings.
std::shared_ptr<const ga::Config> read_config(const py::object& source, const py::dict& settings) {
  std::vector<std::string> texts;
  for (const auto& [key, value] : settings) {
    texts.push_back(py::str(key).cast<std::string>() + "=" + from_python(value).dump());
  }
  const auto* named = py::isinstance<py::str>(source)
                          ? experiments::find_configuration(source.cast<std::string>())
                          : nullptr;
  if (!py::isinstance<py::dict>(source) && named == nullptr) {
    return std::make_shared<const ga::Config>(
        ga::load_config(source.is_none() ? "" : py::str(source).cast<std::string>(), texts));
  }
  ga::Config config;
  if (named != nullptr) {
    config = experiments::configuration_of(*named);
  } else {
    Json json = from_python(source);
    if (!json.contains("format")) json["format"] = 1;
    config = ga::config_from_json(JsonView(json, "config"), ".");
  }
  ga::apply_settings(config, texts);
  ga::check(config, "config");
  return std::make_shared<const ga::Config>(std::move(config));
}

// ask and tell. The caller says how fit each candidate is; smaller is fitter.
class Search {
 public:
  explicit Search(std::shared_ptr<const ga::Config> config) : config_(std::move(config)) {
    const std::string& name = config_->algorithm;
    if (name == "nsga2" || name == "map_elites") {
      throw InputError(
          "algorithm {} ranks by more than one fitness; here are generational, climber, "
          "random_search and those that were added",
          name);
    }
    if (config_->islands.count > 1) throw InputError("islands: a search by ask and tell has one");
    algorithm_ = ga::make_algorithm(*config_, threads_for(py::int_(0)));
  }

  // The next `count` of the generation, or what is left of it; 0: all that is left.
  py::list ask(int count) {
    if (count < 0) throw InputError("ask: expected a number from 0, found {}", count);
    refuse_while_breeding("ask");
    if (told_.size() == generation_size()) breed();
    if (given_ == generation_size()) {
      throw InputError("ask: tell the fitness of the last candidates first");
    }
    const std::size_t left = generation_size() - given_;
    const std::size_t end =
        given_ + (count == 0 ? left : std::min(left, static_cast<std::size_t>(count)));
    py::list candidates;
    for (; given_ < end; ++given_) {
      const ga::Individual& individual = individuals_[given_];
      py::dict candidate;
      candidate["id"] = individual.id();
      candidate["parents"] = individual.parents;
      candidate["mutations"] = individual.mutations;
      candidate["variant"] = std::make_shared<risk::Variant>(ga::variant_of(individual, *config_));
      candidates.append(candidate);
    }
    return candidates;
  }

  // A fitness for each of these candidates, with its standard error or without. Nothing is told
  // when one of them is refused.
  void tell(const std::vector<py::dict>& candidates, const std::vector<double>& fitness,
            const std::vector<double>& errors) {
    refuse_while_breeding("tell");
    if (fitness.size() != candidates.size() ||
        (!errors.empty() && errors.size() != fitness.size())) {
      throw InputError("tell: expected {} numbers, found {} and {} errors", candidates.size(),
                       fitness.size(), errors.size());
    }
    std::map<std::size_t, decltype(ga::Individual::fitness)> told;
    for (std::size_t i = 0; i < fitness.size(); ++i) {
      const double error = errors.empty() ? 0 : errors[i];
      if (!std::isfinite(fitness[i]) || !std::isfinite(error) || error < 0) {
        throw InputError("tell: a fitness is a finite number, an error one from 0, found {} and {}",
                         fitness[i], error);
      }
      told[place_of(candidates[i])] = {fitness[i], error};
    }
    for (const auto& [place, estimate] : told) {
      individuals_[place].fitness = estimate;
      told_.insert(place);
    }
    if (told.empty() || told_.size() < generation_size()) return;
    algorithm_->tell(individuals_);
    ++generation_;
  }

  int generation() const { return generation_; }
  py::object config() const { return to_python(ga::config_to_json(*config_)); }

 private:
  std::size_t generation_size() const { return individuals_.size(); }

  // Other threads run meanwhile, and operators in Python may come back here.
  void refuse_while_breeding(const char* what) const {
    if (breeding_) throw InputError("{}: the search is breeding", what);
  }

  void breed() {
    ga::BreedingTally tally;
    breeding_ = true;
    try {
      const py::gil_scoped_release release;
      individuals_ = algorithm_->ask(generation_, tally);
    } catch (...) {
      breeding_ = false;
      throw;
    }
    breeding_ = false;
    given_ = 0;
    told_.clear();
  }

  std::size_t place_of(const py::dict& candidate) const {
    const std::string id =
        candidate.contains("id") ? py::str(candidate["id"]).cast<std::string>() : "";
    if (told_.size() < generation_size()) {
      for (std::size_t i = 0; i < given_; ++i) {
        if (individuals_[i].id() == id) return i;
      }
    }
    throw InputError("tell: {} is no candidate that was asked for in this generation",
                     id.empty() ? "a dictionary without an id" : id);
  }

  std::shared_ptr<const ga::Config> config_;
  std::unique_ptr<ga::Algorithm> algorithm_;
  std::vector<ga::Individual> individuals_;  // of this generation, or once all are told of the last
  std::size_t given_ = 0;                    // how many of them ask() has returned
  std::set<std::size_t> told_;               // places of those whose fitness is known
  int generation_ = 0;                       // complete ones
  bool breeding_ = false;                    // read and written with the GIL
};

// The search space in coordinates from 0 to 1: one for each rule that is bred, its values side by
// side; then, of maps that the generator makes, territories, continents, density (0.3 ... 0.7 where
// the configuration has none), and a number that chooses one of 2^32 maps with these; of maps that
// are given, one of them.
class Space {
 public:
  explicit Space(std::shared_ptr<const ga::Config> config) : config_(std::move(config)) {
    if (!config_->search_space.generated && config_->search_space.map_evolves &&
        config_->search_space.initial_maps.size() > 1) {
      maps_ = true;
    }
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const ga::RuleGene& gene : space().genes) names.push_back(gene.key);
    if (space().generated) {
      for (const char* name : {"territories", "continents", "density", "map"}) {
        names.emplace_back(name);
      }
    } else if (maps_) {
      names.emplace_back("map");
    }
    return names;
  }

  std::shared_ptr<risk::Variant> variant(const std::vector<double>& point) const {
    const std::size_t size = names().size();
    if (point.size() != size) throw InputError("expected {} numbers, found {}", size, point.size());
    for (const double x : point) {
      if (!(x >= 0 && x <= 1)) throw InputError("expected numbers from 0 to 1, found {}", x);
    }
    ga::Individual individual;
    std::size_t at = 0;
    for (const ga::RuleGene& gene : space().genes) {
      individual.genome.genes.push_back(step(point[at++], 0, std::ssize(gene.values) - 1));
    }
    if (const auto& made = space().generated) {
      maps::GeneratorOptions options;
      options.territories = step(point[at], made->territories[0], made->territories[1]);
      options.continents = step(point[at + 1], made->continents[0],
                                std::min(made->continents[1], options.territories));
      const auto [least, most] = made->density.value_or(std::array{0.3, 0.7});
      options.density = least + point[at + 2] * (most - least);
      Random random({.purpose = Purpose::map_generation,
                     .match = static_cast<std::uint64_t>(point[at + 3] * 4294967295.0)});
      if (!made->styles.empty()) options.style = random.pick(made->styles);
      individual.genome.map =
          std::make_shared<const maps::Map>(maps::generate_map(options, random));
    } else {
      const auto& maps = space().initial_maps;
      const int chosen = maps_ ? step(point[at], 0, std::ssize(maps) - 1) : 0;
      individual.genome.map = maps[static_cast<std::size_t>(chosen)].map;
    }
    return std::make_shared<risk::Variant>(ga::variant_of(individual, *config_));
  }

 private:
  const ga::SearchSpace& space() const { return config_->search_space; }

  // Equal parts of 0 ... 1 for the integers from low to high.
  static int step(double x, std::int64_t low, std::int64_t high) {
    const auto parts = static_cast<double>(high - low + 1);
    return static_cast<int>(low + std::min(static_cast<std::int64_t>(x * parts), high - low));
  }

  std::shared_ptr<const ga::Config> config_;
  bool maps_ = false;
};

void evolve(const py::object& source, const py::dict& settings, const py::object& out, bool force,
            bool resume, const py::object& threads, const py::object& on_generation) {
  const auto config = read_config(source, settings);
  const auto engine = ga::engine_of(*config, threads_for(threads));
  std::atomic<bool> stop = false;
  std::optional<py::error_already_set> error;
  int told = -1;
  ga::RunOptions options;
  options.directory = py::str(out).cast<std::string>();
  options.start = resume  ? ga::RunOptions::Start::resume
                  : force ? ga::RunOptions::Start::force
                          : ga::RunOptions::Start::fresh;
  options.stop = &stop;
  auto last = std::chrono::steady_clock::now();
  options.on_progress = [&](const ga::RunStatus& status) {
    const auto now = std::chrono::steady_clock::now();
    const bool news = status.generation - 1 > told && !status.best.empty();
    if (error || (!news && now - last < std::chrono::milliseconds(50))) return;
    last = now;
    const py::gil_scoped_acquire acquire;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!news || on_generation.is_none()) return;
      told = status.generation - 1;
      on_generation(told, status.best, status.best_fitness);
    } catch (py::error_already_set& thrown) {
      error = std::move(thrown);
      stop = true;
    }
  };
  ga::RunOutcome outcome{};
  {
    const py::gil_scoped_release release;
    outcome = ga::run_evolution(*config, *engine, options);
  }
  if (error) throw py::error_already_set(*error);
  if (outcome == ga::RunOutcome::finished)
    warn_of_forfeits(ga::forfeits_in(ga::tables_of_best(options.directory)));
}

}  // namespace

void declare_search(py::module_& module) {
  py::class_<Search>(
      module, "Search",
      "The search of a configuration (a name, a file or a dictionary; further settings by key)\n"
      "under an evaluation of the caller's own; a smaller fitness is better.")
      .def(py::init([](const py::object& config, const py::kwargs& settings) {
             return std::make_unique<Search>(read_config(config, settings));
           }),
           py::arg("config") = py::none())
      .def("__reduce_ex__", &not_pickled)
      .def(
          "ask", method(&Search::ask), py::arg("count") = 0,
          "The next candidates of the generation, all of them or `count` at most: dictionaries of\n"
          "id, parents, mutations and variant.")
      .def("tell", method(&Search::tell), py::arg("candidates"), py::arg("fitness"),
           py::arg("errors") = std::vector<double>{},
           "How fit these candidates are, with standard errors if there are any. Once all of a\n"
           "generation are told the next is bred from them.")
      .def_property_readonly("generation", method(&Search::generation),
                             "How many generations are told.")
      .def_property_readonly("config", method(&Search::config),
                             "All of the configuration, as a dictionary.");
  py::class_<Space>(
      module, "Space",
      "The search space of a configuration as numbers from 0 to 1, for optimisers of\n"
      "other libraries.")
      .def(py::init([](const py::object& config, const py::kwargs& settings) {
             return std::make_unique<Space>(read_config(config, settings));
           }),
           py::arg("config") = py::none())
      .def_property_readonly("names", method(&Space::names),
                             "What the coordinates of a point stand for, in their order.")
      .def("__reduce_ex__", &not_pickled)
      .def("variant", method(&Space::variant), py::arg("point"),
           "The variant of a point: a number from 0 to 1 for each of `names`.");
  module.def("_is_sealed", &is_sealed_line, py::arg("line"),
             "Whether a line of a log is as it was written.");
  module.def("evolve", &evolve, py::arg("config"), py::arg("settings"), py::arg("out"),
             py::arg("force"), py::arg("resume"), py::arg("threads"), py::arg("on_generation"));
}

}  // namespace evorisk::python
