// Agents that are written in Python.
#include <deque>
#include <mutex>

#include "base/error.hpp"
#include "ga/run/final.hpp"
#include "python/module/state.hpp"
#include "risk/agent.hpp"
#include "risk/legal.hpp"
#include "risk/record/action_json.hpp"

namespace evorisk::python {
namespace {

// The first error of an agent since the last throw_agents_error().
std::mutex error_mutex;
std::optional<py::error_already_set> first_error;

void keep_error(py::error_already_set error) {
  const std::scoped_lock lock(error_mutex);
  if (!first_error) first_error = std::move(error);
}

// The agent may keep its view, but the match does not wait for it.
struct Closing {
  GameState& view;
  ~Closing() { view.close(); }
};

// Asks an object with a method act(state) -> an action. An error or an illegal action forfeits the
// match.
class PythonAgent final : public risk::Agent {
 public:
  // With the interpreter's lock.
  explicit PythonAgent(py::object object) : object_(std::move(object)) {}
  ~PythonAgent() override {
    const py::gil_scoped_acquire acquire;
    object_ = py::object();
  }
  PythonAgent(const PythonAgent&) = delete;
  PythonAgent& operator=(const PythonAgent&) = delete;

  void begin_match(const risk::Variant& variant, int seat) override {
    const py::gil_scoped_acquire acquire;
    variant_ = &variant;
    if (py::hasattr(object_, "begin_match")) {
      try {
        object_.attr("begin_match")(seat);
      } catch (py::error_already_set& error) {
        keep_error(std::move(error));
      }
    }
  }
  int pick(const risk::State& state, Random& random) override {
    return ask<risk::Pick>(state, random).territory;
  }
  risk::Exchange exchange(const risk::State& state, Random& random) override {
    return ask<risk::Exchange>(state, random);
  }
  risk::Placement place(const risk::State& state, Random& random) override {
    return ask<risk::Placement>(state, random);
  }
  risk::Attack attack(const risk::State& state, Random& random) override {
    return ask<risk::Attack>(state, random);
  }
  risk::Fortify fortify(const risk::State& state, Random& random) override {
    return ask<risk::Fortify>(state, random);
  }
  // Nothing is known of what it does.
  bool reproducible() const override { return false; }

 private:
  // What no rules accept.
  template <class Kind>
  static Kind illegal() {
    Kind action;
    if constexpr (std::is_same_v<Kind, risk::Exchange>) {
      action.cards[0] = action.cards[1] = action.cards[2] = 0;
    } else if constexpr (std::is_same_v<Kind, risk::Attack> ||
                         std::is_same_v<Kind, risk::Fortify>) {
      action.from = action.to = std::numeric_limits<int>::max();
    }
    return action;
  }

  template <class Kind>
  Kind ask(const risk::State& state, Random& random) {
    const py::gil_scoped_acquire acquire;
    try {
      const auto view = std::make_shared<GameState>(*variant_, state, random.next() >> 1);
      const Closing closing{*view};
      const risk::Action action = read_action_of(state, object_.attr("act")(view));
      if (const Kind* given = std::get_if<Kind>(&action)) return *given;
      return illegal<Kind>();
    } catch (py::error_already_set& error) {
      keep_error(std::move(error));
    } catch (const InputError& error) {
      PyErr_SetString(py::object(py::module_::import("evorisk._evorisk").attr("InputError")).ptr(),
                      error.what());
      keep_error(py::error_already_set());
    }
    return illegal<Kind>();
  }

  py::object object_;
  const risk::Variant* variant_ = nullptr;
};

void add_agent(const std::string& name, const py::object& factory) {
  // The registry lives longer than the interpreter, which nothing then asks to let go of these.
  static std::deque<std::string> names;
  names.push_back(name);
  const py::handle kept = factory.inc_ref();
  const auto make = [kept](const JsonView& parameters) -> std::unique_ptr<risk::Agent> {
    const py::gil_scoped_acquire acquire;
    const auto values = to_python(parameters.raw()).cast<py::dict>();
    return std::make_unique<PythonAgent>(kept(**values));
  };
  risk::add_agent_kind({names.back(), "an agent in Python", "", false, "{}", make});
}

}  // namespace

void warn_of_forfeits(std::int64_t matches) {
  if (matches == 0) return;
  const std::string text = ga::forfeits_text(matches).text();
  if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0) throw py::error_already_set();
}

void throw_agents_error() {
  std::optional<py::error_already_set> error;
  {
    const std::scoped_lock lock(error_mutex);
    error.swap(first_error);
  }
  if (error) throw py::error_already_set(*error);
}

void declare_agents(py::module_& module) {
  module.def("add_agent", &add_agent, py::arg("name"), py::arg("factory"),
             "An agent: factory() gives an object with act(state), which returns an action.");
  module.def(
      "agent_names",
      [] {
        std::vector<std::string> names;
        for (const risk::AgentKind& kind : risk::agent_kinds()) names.emplace_back(kind.name);
        return names;
      },
      "The names of all agents, added ones among them.");
}

}  // namespace evorisk::python
