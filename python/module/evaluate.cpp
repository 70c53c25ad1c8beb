#include "app/text/lists.hpp"
#include "base/error.hpp"
#include "ga/run/final.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/measure.hpp"
#include "python/module/table.hpp"
#include "python/module/watcher.hpp"

namespace evorisk::python {
namespace {

using metrics::CriteriaTotals;
using metrics::Objective;

Objective read_objective(const py::object& value) {
  if (py::isinstance<py::dict>(value)) {
    const Json json = from_python(value);
    return metrics::objective_from_json(JsonView(json, "objective"));
  }
  return metrics::load_objective(py::str(value).cast<std::string>());
}

// What was asked for; else what the variant was bred for; else the thesis'.
std::vector<Objective> objectives_of(const std::vector<VariantPtr>& variants,
                                     const py::object& asked) {
  std::vector<Objective> all;
  for (const VariantPtr& variant : variants) {
    if (!asked.is_none()) {
      all.push_back(read_objective(asked));
    } else {
      all.push_back(metrics::own_objective(*variant).value_or(metrics::thesis_objective()));
    }
  }
  return all;
}

py::tuple evaluate(const std::vector<VariantPtr>& variants, const py::object& asked_matches,
                   const py::object& seed, const std::vector<std::string>& agents,
                   const std::string& criteria, const py::object& objective,
                   const py::object& threads, const py::object& progress) {
  const std::int64_t matches = whole_argument("matches", asked_matches, 1, std::int64_t{1} << 40);
  for (const VariantPtr& variant : variants) {
    if (variant == nullptr) throw InputError("variants: None is no variant");
  }
  const std::vector<Objective> objectives = objectives_of(variants, objective);
  metrics::EngineOptions options;
  options.agents = agents;
  options.threads = threads_for(threads);
  const StreamKey key{static_cast<std::uint64_t>(whole_argument("seed", seed)), Purpose::match};
  if (!criteria.empty()) options.extended = app::parse_criteria(criteria, "criteria");
  for (const Objective& each : objectives) {
    options.extended.add(each.extended_criteria());
    options.parameters = each.parameters;
    if (!(each.parameters == objectives.front().parameters)) {
      throw InputError("objectives with different parameters: evaluate these variants apart");
    }
  }

  std::vector<CriteriaTotals> totals;
  for (const VariantPtr& variant : variants)
    totals.emplace_back(variant->players(), options.extended);
  std::vector<metrics::MatchJob> jobs;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    metrics::MatchJob& job = jobs.emplace_back();
    job.variant = variants[i].get();
    job.key = key;
    job.totals = &totals[i];
    job.matches = matches;
  }
  Watcher watcher(progress, matches * std::ssize(variants));
  const auto engine = metrics::make_engine(options);
  bool whole = true;
  {
    const py::gil_scoped_release release;
    whole = jobs.empty() ||
            engine->play(jobs, {watcher.stop(), [&](std::int64_t n) { watcher.update(n); }});
  }
  watcher.finish(whole);

  warn_of_forfeits(ga::forfeits_in(totals));
  Table table;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const CriteriaTotals& total = totals[i];
    const bool first = i == 0;
    table.add("matches", static_cast<double>(total.matches()), first);
    table.add("finished", static_cast<double>(total.finished()), first);
    table.add("forfeits", static_cast<double>(total.ends(risk::EndReason::invalid)), first);
    table.add("turns", total.turns().mean, first);
    table.add("turns_se", total.turns().se, first);
    for (const metrics::CriterionInfo& info : total.measured()) {
      table.add(std::string(info.name), total.criterion(info.id), total.shown_interval(info.id),
                first);
    }
    table.add("fitness", metrics::fitness(total, objectives[i]),
              metrics::fitness_interval(total, objectives[i], metrics::Coverage::two_errors),
              first);
    for (int seat = 0; seat < metrics::max_seats; ++seat) {
      table.add(fmt::format("wins_{}", seat),
                seat < total.players() ? static_cast<double>(total.wins(seat)) : 0, first);
    }
  }
  return table.tuple(variants.size());
}

}  // namespace

void declare_evaluate(py::module_& module) {
  module.def("evaluate", &evaluate, py::arg("variants"), py::arg("matches"), py::arg("seed"),
             py::arg("agents"), py::arg("criteria"), py::arg("objective"), py::arg("threads"),
             py::arg("progress"));
}

}  // namespace evorisk::python
