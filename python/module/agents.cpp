// Agents that are written in Python.
#include <deque>

#include "ga/run/final.hpp"
#include "python/module/state.hpp"
#include "risk/agents/one_decision.hpp"

namespace evorisk::python {
namespace {

// The agent may keep its view, but the match does not wait for it.
struct Closing {
  GameState& view;
  ~Closing() { view.close(); }
};

// Asks an object with a method act(state) -> an action. Its errors, control-C among them, and
// illegal actions leave the match as exceptions: what is being measured is not to be used.
class PythonAgent final : public risk::OneDecision {
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
    if (py::hasattr(object_, "begin_match")) object_.attr("begin_match")(seat);
  }
  // Nothing is known of what it does.
  bool reproducible() const override { return false; }

 private:
  risk::Action decide(const risk::State& state, Random& random) override {
    const py::gil_scoped_acquire acquire;
    const auto view = std::make_shared<GameState>(*variant_, state, random.next() >> 1);
    const Closing closing{*view};
    return read_action_of(state, object_.attr("act")(view));
  }

  py::object object_;
  const risk::Variant* variant_ = nullptr;
};

void add_agent(const std::string& name, const py::object& factory) {
  add_functions("agent " + name, {factory}, [&](const Functions& kept) {
    static std::deque<std::string> names;
    const auto make = [kept](const JsonView& parameters) -> std::unique_ptr<risk::Agent> {
      const py::gil_scoped_acquire acquire;
      const auto values = to_python(parameters.raw()).cast<py::dict>();
      return std::make_unique<PythonAgent>(kept->front()(**values));
    };
    risk::add_agent_kind({names.emplace_back(name), "an agent in Python", "", false, "{}", make});
  });
}

}  // namespace

void warn_of_forfeits(std::int64_t matches) {
  if (matches == 0) return;
  const std::string text = ga::forfeits_text(matches).text();
  if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0) throw py::error_already_set();
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
