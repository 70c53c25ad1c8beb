// Criteria, operators, algorithms and map formats that are written in Python.
#include "metrics/criteria/added.hpp"

#include <deque>

#include "base/error.hpp"
#include "base/index.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/run/config_file.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "python/module/module.hpp"
#include "risk/record/record.hpp"

namespace evorisk::python {
namespace {

std::string_view kept(const std::string& text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(text);
}

py::object package() {
  return py::module_::import("evorisk");
}

// Python's own generator, seeded by the stream of the operator.
py::object python_random(Random& random) {
  return py::module_::import("random").attr("Random")(random.next());
}

// Writes a match down while it is played; asks Python once it is over.
class PythonMeasure final : public metrics::MatchMeasure {
 public:
  PythonMeasure(py::handle function, bool events) : function_(function), events_(events) {}

  void begin_match(const risk::Variant& variant) override {
    players_ = variant.players();
    movers_.clear();
    territories_.clear();
    troops_.clear();
    moves_.clear();
    told_ = Json::array();
  }
  void on_turn_end(const risk::TurnEnd& end) override {
    movers_.push_back(end.mover);
    moves_.push_back(end.moves);
    territories_.insert(territories_.end(), end.territories.begin(), end.territories.end());
    troops_.insert(troops_.end(), end.troops.begin(), end.troops.end());
  }
  void on_event(const risk::State& state, const risk::Event& event) override {
    if (events_) told_.push_back(risk::event_to_json(state, event));
  }
  double value(const risk::MatchResult& result) override {
    const py::gil_scoped_acquire acquire;
    const std::vector<py::ssize_t> shape = {std::ssize(movers_), players_};
    const py::object winner = result.winner < 0 ? py::none() : py::object(py::int_(result.winner));
    const py::object match = package().attr("Match")(
        players_, winner, risk::end_reason_name(result.end), result.turns,
        py::array_t<std::int64_t>(std::ssize(movers_), movers_.data()),
        py::array_t<int>(shape, territories_.data()), py::array_t<int>(shape, troops_.data()),
        py::array_t<std::int64_t>(std::ssize(moves_), moves_.data()), to_python(told_));
    return answer_of<double>(function_(match), "a criterion", "for a match a number from 0 to 1");
  }

 private:
  py::handle function_;
  bool events_;
  int players_ = 0;
  std::vector<std::int64_t> movers_;  // by turn
  std::vector<int> territories_;      // by turn and seat
  std::vector<int> troops_;
  std::vector<std::int64_t> moves_;
  Json told_;
};

void add_criterion(const std::string& name, const py::function& function, double ideal,
                   const std::string& title, const std::string& meaning, bool events) {
  // Its column must not be another one of evaluate().
  constexpr std::string_view columns[] = {"name",     "variant",  "matches",
                                          "finished", "forfeits", "fitness"};
  const bool ends = name.ends_with("_se") || name.ends_with("_low") || name.ends_with("_high");
  if (ends || name.starts_with("wins_") || std::ranges::count(columns, name) > 0)
    throw InputError("criterion \"{}\": tables have a column of that name", name);
  const std::string what =
      py::repr(py::make_tuple("criterion", name, ideal, title, meaning, events))
          .cast<std::string>();
  add_functions(what, {function}, [&](const Functions& called) {
    metrics::add_criterion(
        {kept(name), kept(title.empty() ? name : title),
         kept(meaning.empty() ? "mean of " + name + " over the matches" : meaning), ideal,
         [called, events]() -> std::unique_ptr<metrics::MatchMeasure> {
           return std::make_unique<PythonMeasure>(called->front(), events);
         }});
  });
}

py::object given(const maps::Map& map) {
  return py::cast(std::make_shared<maps::Map>(map));
}

// A Map, or a dictionary as Map.to_dict() gives it.
maps::MapData answered(const py::object& answer, std::string_view kind, std::string_view name) {
  if (py::isinstance<maps::Map>(answer)) return answer.cast<const maps::Map&>().data();
  if (!py::isinstance<py::dict>(answer)) {
    throw InputError("{} \"{}\": expected a Map or a dictionary, found {}", kind, name,
                     py::str(py::type::of(answer)).cast<std::string>());
  }
  const Json json = from_python(answer);
  return maps::map_data_from_json(JsonView(json, fmt::format("{} \"{}\"", kind, name)));
}

void add_crossover(const std::string& name, const py::function& function,
                   const std::string& summary) {
  add_functions("crossover " + name, {function}, [&](const Functions& called) {
    const auto cross = [called, own = kept(name)](
                           const maps::Map& first, const maps::Map& second, Random& random,
                           ga::CrossoverTally& tally) -> std::optional<maps::MapData> {
      const py::gil_scoped_acquire acquire;
      ++tally.children;
      const py::object child = called->front()(given(first), given(second), python_random(random));
      if (child.is_none()) return std::nullopt;
      return answered(child, "crossover", own);
    };
    ga::add_crossover({kept(name), kept(summary), "Python", cross});
  });
}

void add_mutation(const std::string& name, const py::function& function,
                  const std::string& summary) {
  add_functions("mutation " + name, {function}, [&](const Functions& called) {
    const auto mutate = [called, own = kept(name)](maps::MapData& map, Random& random) {
      const py::gil_scoped_acquire acquire;
      const py::object child = called->front()(given(maps::Map(map)), python_random(random));
      if (child.is_none()) return ga::Mutated::refused;
      maps::MapData made = answered(child, "mutation", own);
      if (made.borders == map.borders && made.continents == map.continents &&
          made.territories == map.territories) {
        return ga::Mutated::refused;
      }
      map = std::move(made);
      return ga::Mutated::made;
    };
    ga::add_mutation({kept(name), kept(summary), "Python", mutate});
  });
}

// An object with ask and tell. It says who stays, who is bred of whom and how many are new; the
// program's operators do it, and keep what a checkpoint needs.
class PythonAlgorithm final : public ga::PopulationAlgorithm {
 public:
  PythonAlgorithm(const ga::Config& config, int threads, py::handle factory)
      : PopulationAlgorithm(config, threads) {
    const py::gil_scoped_acquire acquire;
    object_ = factory(to_python(ga::config_to_json(config)));
  }
  ~PythonAlgorithm() override {
    const py::gil_scoped_acquire acquire;
    object_ = py::object();
  }
  PythonAlgorithm(const PythonAlgorithm&) = delete;
  PythonAlgorithm& operator=(const PythonAlgorithm&) = delete;

  std::int64_t next_size() const override { return config_.population; }

  std::vector<ga::Individual> ask(int generation, ga::BreedingTally& tally) override {
    if (generation == 0) return breeder_.first_population();
    const auto size = static_cast<std::int64_t>(config_.population);
    std::vector<int> kept_ones;
    std::vector<std::pair<int, int>> pairs;
    std::int64_t fresh = 0;
    {
      const py::gil_scoped_acquire acquire;
      Random random({config_.seed, Purpose::selection, static_cast<std::uint32_t>(generation),
                     std::numeric_limits<std::uint32_t>::max()});
      const py::object plan = object_.attr("ask")(generation, python_random(random));
      const std::string asked = "algorithm \"" + config_.algorithm + "\": ask";
      if (!py::isinstance<py::dict>(plan)) {
        throw InputError("{} gave {} (valid: a dictionary of keep, pairs and fresh)", asked,
                         py::repr(plan).cast<std::string>());
      }
      for (const auto& [key, value] : py::dict(plan)) {
        const auto name = py::str(key).cast<std::string>();
        if (name == "keep") {
          kept_ones = answer_of<std::vector<int>>(value, asked, "keep: a list of places");
        } else if (name == "pairs") {
          pairs = answer_of<std::vector<std::pair<int, int>>>(value, asked,
                                                              "pairs: a list of two places each");
        } else if (name == "fresh") {
          fresh = answer_of<std::int64_t>(value, asked, "fresh: a number");
        } else {
          fail(fmt::format("ask gave \"{}\" (valid: keep, pairs, fresh)", name));
        }
      }
    }
    std::vector<int> named = kept_ones;
    for (const auto& [first, second] : pairs) named.insert(named.end(), {first, second});
    for (const int place : named) {
      if (place < 0 || place >= std::ssize(population_)) {
        fail(
            fmt::format("ask named individual {} (valid: 0 to {})", place, population_.size() - 1));
      }
    }
    const std::int64_t rest = size - std::ssize(kept_ones) - fresh;
    if (fresh < 0 || rest < 0 || (rest > 0 && pairs.empty())) {
      fail(fmt::format("ask gave {} to keep, {} fresh and {} pairs for {} places", kept_ones.size(),
                       fresh, pairs.size(), size));
    }
    std::vector<ga::Individual> next;
    for (const int place : kept_ones) next.push_back(population_[at(place)]);
    breeder_.draw(generation, next.size() + static_cast<std::size_t>(fresh), next);
    const auto pairing = [&](Random& random) { return random.pick(pairs); };
    if (rest > 0) {
      breeder_.breed(generation, population_, pairing, static_cast<std::size_t>(size), next, tally);
    }
    return next;
  }

  void tell(std::vector<ga::Individual> measured) override {
    PopulationAlgorithm::tell(std::move(measured));
    tell_python();
    const py::gil_scoped_acquire acquire;
    if (py::hasattr(object_, "state")) own_ = from_python(object_.attr("state")());
  }
  Json state() const override {
    Json state = PopulationAlgorithm::state();
    if (own_) state["own"] = *own_;
    return state;
  }
  void restore(const JsonView& state) override {
    state.only({"population", "own"});
    const Json population = {{"population", state.at("population").raw()}};
    PopulationAlgorithm::restore(JsonView(population, state.source(), state.path()));
    tell_python();
    const auto own = state.find("own");
    if (!own) return;
    own_ = own->raw();
    const py::gil_scoped_acquire acquire;
    object_.attr("restore")(to_python(*own_));
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("algorithm \"{}\": {}", config_.algorithm, what);
  }
  void tell_python() {
    const py::gil_scoped_acquire acquire;
    py::list population;
    for (const ga::Individual& individual : population_) {
      py::dict told;
      told["id"] = individual.id();
      told["parents"] = individual.parents;
      told["fitness"] = individual.fitness.mean;
      told["fitness_se"] = individual.fitness.se;
      told["violation"] = individual.violation;
      told["variant"] = std::make_shared<risk::Variant>(ga::variant_of(individual, config_));
      population.append(told);
    }
    object_.attr("tell")(population);
  }

  py::object object_;
  // What its state() said after the last tell: an ask whose generation is lost may have changed it.
  std::optional<Json> own_;
};

void add_algorithm(const std::string& name, const py::object& factory, const std::string& summary) {
  add_functions("algorithm " + name, {factory}, [&](const Functions& made) {
    ga::add_algorithm(
        {kept(name), kept(summary), "Python", false,
         [made](const ga::Config& config, int threads) -> std::unique_ptr<ga::Algorithm> {
           return std::make_unique<PythonAlgorithm>(config, threads, made->front());
         }});
  });
}

void add_map_format(const std::string& name, const std::string& extension,
                    const py::function& detect, const py::function& read, const py::object& write,
                    const std::string& summary) {
  const std::string what = "map format " + name + ' ' + extension + (write.is_none() ? "" : " *");
  add_functions(what, {detect, read, write}, [&](const Functions& functions) {
    maps::MapFormat format{kept(name), kept(summary), kept(extension), nullptr, nullptr, nullptr};
    // Texts that are no UTF-8 are not for it.
    format.detect = [functions](std::string_view text) {
      const py::gil_scoped_acquire acquire;
      try {
        const py::object found =
            functions->at(0)(py::bytes(text.data(), text.size()).attr("decode")());
        const int truth = PyObject_IsTrue(found.ptr());  // as Python's own: a match of re is true
        if (truth < 0) throw py::error_already_set();
        return truth == 1;
      } catch (py::error_already_set& error) {
        if (error.matches(PyExc_UnicodeDecodeError)) return false;
        throw;
      }
    };
    format.read = [functions, own = format.name](std::string_view text, const std::string&) {
      const py::gil_scoped_acquire acquire;
      return maps::MapFileContent{answered(functions->at(1)(text), "map format", own), {}};
    };
    if (!write.is_none()) {
      format.write = [functions, own = format.name](const maps::Map& map) {
        const py::gil_scoped_acquire acquire;
        return maps::MapWriting{
            answer_of<std::string>(functions->at(2)(given(map)),
                                   fmt::format("map format \"{}\"", own), "a text"),
            {}};
      };
    }
    maps::add_map_format(std::move(format));
  });
}

}  // namespace

void declare_added(py::module_& module) {
  module.def("add_criterion", &add_criterion, py::arg("name"), py::arg("function"),
             py::arg("ideal") = 1.0, py::arg("title") = "", py::arg("meaning") = "",
             py::arg("events") = false,
             "A criterion: function(match) gives a number from 0 to 1 for an evorisk.Match.");
  module.def("add_crossover", &add_crossover, py::arg("name"), py::arg("function"),
             py::arg("summary") = "",
             "A crossover: function(map, map, random) gives a child's map, or None.");
  module.def("add_mutation", &add_mutation, py::arg("name"), py::arg("function"),
             py::arg("summary") = "",
             "A mutation: function(map, random) gives the changed map, or None.");
  module.def("add_algorithm", &add_algorithm, py::arg("name"), py::arg("factory"),
             py::arg("summary") = "",
             "An algorithm: factory(config) gives an object with ask(generation, random) and\n"
             "tell(population).");
  module.def("add_map_format", &add_map_format, py::arg("name"), py::arg("extension"),
             py::arg("detect"), py::arg("read"), py::arg("write") = py::none(),
             py::arg("summary") = "",
             "A map format: detect(text) says whether a file is one, read(text) gives its map,\n"
             "write(map) its text.");
}

}  // namespace evorisk::python
