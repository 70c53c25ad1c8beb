// Agents against each other: evorisk.arena().
#include "experiments/arena/arena.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/names.hpp"
#include "base/statistics.hpp"
#include "experiments/arena/play.hpp"
#include "python/module/table.hpp"
#include "python/module/watcher.hpp"

namespace evorisk::python {
namespace {

using metrics::Ratings;

// A row an agent, the strongest first: (their numbers, columns, values).
py::tuple arena(const std::vector<std::string>& agents, const std::vector<VariantPtr>& variants,
                const py::object& matches, const py::object& seed, const std::string& anchor,
                const py::object& threads, const py::object& progress) {
  experiments::ArenaConfig config;
  config.agents = agents;
  config.matches = whole_argument("matches", matches, 1, 1'000'000'000);
  config.seed = static_cast<std::uint64_t>(whole_argument("seed", seed));
  for (const VariantPtr& variant : variants) {
    if (variant == nullptr) throw InputError("variants: None is no variant");
    config.variants.push_back(*variant);
  }
  const auto zero = std::ranges::find(agents, anchor.empty() ? "cautious" : anchor);
  if (zero == agents.end() && !anchor.empty()) {
    const std::vector<std::string_view> names(agents.begin(), agents.end());
    throw InputError("anchor: {}", unknown_name("agent of this arena", anchor, names));
  }
  if (zero != agents.end()) config.anchor = static_cast<int>(zero - agents.begin());

  const int thread_count = threads_for(threads);
  experiments::Arena arena(std::move(config));
  experiments::ArenaEffort effort(arena.agents());
  const std::int64_t all = arena.matches_left();
  Watcher watcher(progress, all);
  bool whole = true;
  {
    const py::gil_scoped_release release;
    whole = play_arena(
        arena, effort, nullptr,
        {thread_count, watcher.stop(), [&](std::int64_t left) { watcher.update(all - left); },
         [&] { watcher.listen(); }});
  }
  watcher.finish(whole);
  arena.conclude();

  const Ratings& ratings = arena.ratings();
  Table table;
  const std::vector<int> ranking = arena.ranking();
  for (const int agent : ranking) {
    const bool first = agent == ranking.front();
    const double none = std::numeric_limits<double>::quiet_NaN();
    const bool rated = ratings.rated(agent);
    const double elo = rated ? Ratings::elo_per_unit * ratings.rating(agent) : none;
    const double error = rated ? Ratings::elo_per_unit * ratings.error(agent) : none;
    const double reach = error * ratings.errors95().value_or(none);
    table.add("elo", {elo, ratings.errors95() ? error : none}, {elo, elo - reach, elo + reach},
              first);
    experiments::ArenaEntry sum;
    for (int v = 0; v < arena.variants(); ++v) {
      const experiments::ArenaEntry& entry = arena.result(v).entries[at(agent)];
      sum.matches += entry.matches;
      sum.wins += entry.wins;
      for (std::size_t f = 0; f < sum.faults.size(); ++f) sum.faults[f] += entry.faults[f];
    }
    table.add("matches", static_cast<double>(sum.matches), first);
    table.add("wins", static_cast<double>(sum.wins), first);
    table.add("forfeits", static_cast<double>(sum.forfeits()), first);
    table.add("microseconds", effort.decisions[at(agent)].mean(), first);
  }
  return py::make_tuple(ranking, table.tuple(ranking.size()));
}

}  // namespace

void declare_arena(py::module_& module) {
  module.def("arena", &arena, py::arg("agents"), py::arg("variants"), py::arg("matches"),
             py::arg("seed"), py::arg("anchor"), py::arg("threads"), py::arg("progress"));
}

}  // namespace evorisk::python
