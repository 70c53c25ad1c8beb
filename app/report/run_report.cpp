#include "app/report/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/report/ancestry.hpp"
#include "app/report/explanation_section.hpp"
#include "app/report/islands_section.hpp"
#include "app/text/constraints.hpp"
#include "app/view/chart.hpp"
#include "app/view/draw_map.hpp"
#include "app/view/heat_map.hpp"
#include "app/view/html.hpp"
#include "app/view/pareto.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "ga/evaluation/playability.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/objective/target.hpp"
#include "risk/rules/rules_text.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// Everything the report is made of.
struct Run {
  ga::Config config;
  Json result;
  Json last_generation;  // the log's last line
  risk::Variant best;
  metrics::CriteriaTotals totals;  // of the best, from fresh matches
};

std::string last_line(const fs::path& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);) last = std::move(line);
  if (in.bad() || last.empty()) throw SystemError("cannot read {}", file.string());
  return last;
}

Run read_run(const fs::path& directory) {
  const fs::path result_path = directory / ga::result_file;
  ga::Config config = ga::run_config(directory);
  ga::refuse_merged(directory);
  if (!fs::exists(result_path)) {
    throw InputError(
        "{}: the run there is not finished; evorisk evolve --out {} --resume continues it",
        directory.string(), directory.string());
  }
  Json result = read_json(result_path.string());
  const std::string log = (directory / ga::log_file).string();
  const std::string best_path = (directory / ga::best_file).string();
  const Json best = read_json(best_path);
  const JsonView result_view(result, result_path.string());
  return {std::move(config), result, parse_json(last_line(log), log),
          risk::variant_from_json(JsonView(best, best_path), directory.string()),
          metrics::CriteriaTotals::from_json(result_view.at("best").at("totals"))};
}

metrics::Estimate estimate_of(const Json& json) {
  return {json.at("mean").get<double>(), json.at("se").get<double>()};
}

// The size of the population, and how many matches measured it.
std::string effort(const ga::Config& config) {
  std::string text = counted(config.population, "individual");
  if (config.islands.count > 1) {
    text = fmt::format("{} islands of {}", config.islands.count, text);
  }
  const auto tables = static_cast<std::int64_t>(config.tables());
  const std::string matches = counted(config.matches * tables, "match", "matches");
  text += config.budget.policy == "equal"
              ? fmt::format(", each judged by {} a generation", matches)
              : fmt::format(", judged by {} each on average, shared out by {}", matches,
                            config.budget.policy);
  if (tables > 1) text += fmt::format(" under {} judges", tables);
  return text;
}

std::string heading(const Run& run) {
  const ga::Config& config = run.config;
  const maps::Map& map = run.best.map();
  std::string html = fmt::format(
      "<h1>{}</h1><p class=\"lead\">The best variant of an evolution of {} of {}. Its figures "
      "below "
      "come from {} that played no part in choosing it.</p>",
      escape_html(run.best.name()),
      counted(run.last_generation.at("generation").get<std::int64_t>(), "generation"),
      effort(config), counted(run.totals.matches(), "fresh match", "fresh matches"));
  const Json& best = run.result.at("best");
  if (best.contains("filtered")) {
    html += fmt::format(
        "<p class=\"lead\"><strong>Nothing playable was found: the filter took out every "
        "candidate, this one too ({}).</strong></p>",
        escape_html(best.at("filtered").get<std::string>()));
  }
  html += "<div class=\"tiles\">";
  html += tile(plus_minus(estimate_of(best.at("fitness"))),
               "fitness: distance to the ideal game, 0 is best");
  html += tile(fmt::format("{} / {}", map.territory_count(), map.continent_count()),
               "territories / continents");
  html += tile(plus_minus(run.totals.turns(), 1), "turns a match");
  const double matches = static_cast<double>(std::max<std::int64_t>(1, run.totals.matches()));
  std::string seats;
  for (int seat = 0; seat < run.totals.players(); ++seat) {
    seats += (seat ? " : " : "") +
             fmt::format("{:.1f}", 100 * static_cast<double>(run.totals.wins(seat)) / matches);
  }
  html += tile(seats + " %", "matches won, by seat");
  return html + "</div>";
}

std::string map_and_rules(const Run& run) {
  DrawOptions options;
  options.id_prefix = "best-";
  std::string html = "<h2>The map</h2><div class=\"card\">" + draw_map(run.best.map(), options) +
                     "<p class=\"lead\">Dashed lines are sea routes; a badge tells what a whole "
                     "continent brings its owner each turn.</p>"
                     "</div><h2>The rules</h2><div class=\"card rules\">" +
                     rules_html(run.best.rules());
  if (run.best.missions() > 0) html += "<p><b>Missions.</b>";
  for (const risk::Mission& mission : run.best.deck().cards) {
    html += ' ' + escape_html(risk::mission_text(mission, run.best.map()).text()) + ';';
  }
  if (run.best.missions() > 0) {
    html += " instead of a seat that cannot be destroyed: " +
            escape_html(risk::mission_text(run.best.deck().otherwise, run.best.map()).text()) +
            ".</p>";
  }
  return html + "</div>";
}

// The sum of the orange bars, in words.
std::string bars(const Run& run, double sum) {
  const metrics::Objective& objective = run.config.objective;
  const double fitness = estimate_of(run.result.at("best").at("fitness")).mean;
  if (run.config.judges.empty() && std::abs(sum - fitness) < 1e-9) return "add up to the fitness";
  std::string text = "are the distances";
  if (!run.config.judges.empty()) return text;
  const auto weighted = [](const metrics::Objective::Term& term) { return term.weight != 1; };
  text += "; the fitness is the sum of what they lose";
  if (std::any_of(objective.terms.begin(), objective.terms.end(), weighted)) {
    text += ", each times its weight,";
  }
  if (objective.target != nullptr) {
    const metrics::Likeness likeness =
        metrics::likeness(*objective.target, run.best.rules(), run.best.map());
    text += fmt::format(
        ", of {:.3f} for the rules and of {:.3f} for the map, by which it differs from {}",
        objective.target->rules.loss(likeness.rules), objective.target->map.loss(likeness.map),
        escape_html(objective.target->variant->name()));
  }
  if (text.ends_with(',')) text.pop_back();
  return text;
}

std::string ideal_text(const metrics::Objective::Term& term) {
  return term.band_end ? fmt::format("{:.4g} – {:.4g}", term.ideal, *term.band_end)
                       : fmt::format("{:.4g}", term.ideal);
}

std::string criteria_section(const Run& run) {
  std::vector<IntervalRow> rows;
  bool weights = false;
  for (const metrics::Objective::Term& term : run.config.objective.terms) {
    weights = weights || term.weight != 1;
  }
  std::string table =
      "<div class=\"scroll\"><table><thead><tr><th>criterion</th><th>value</th><th>ideal</th>"
      "<th>distance</th>" +
      std::string(weights ? "<th>weight</th>" : "") +
      "<th class=\"text\">what it says</th></tr></thead><tbody>";
  double highest = 1;
  double sum = 0;
  for (const metrics::Objective::Term& term : run.config.objective.terms) {
    const metrics::CriterionInfo& info = metrics::criterion_info(term.criterion);
    const metrics::Estimate value = run.totals.criterion(term.criterion);
    highest = std::max(highest, std::min(2.0, value.mean + 2 * value.se));
    // The nearest of a band's.
    const double ideal = std::clamp(value.mean, term.ideal, term.band_end.value_or(term.ideal));
    sum += std::abs(value.mean - ideal);
    rows.push_back({std::string(info.title), value.mean, value.se, ideal, plus_minus(value)});
    table += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{:.3f}</td>{}<td class=\"text\">{}</td></tr>",
        escape_html(info.title), plus_minus(value), ideal_text(term), metrics::loss(term, value),
        weights ? fmt::format("<td>{:g}</td>", term.weight) : "",
        escape_html(metrics::meaning(term.criterion, run.totals, run.config.objective).text()));
  }
  return "<h2>Criteria against their ideals</h2><div class=\"card\">" +
         interval_chart("The best individual's criteria, with 95 % intervals, and their ideals",
                        rows, 0, highest) +
         "<p class=\"lead\">Dots are values with 95 % intervals, black ticks the ideals; the "
         "orange bars between them " +
         bars(run, sum) + ".</p></div><div class=\"card\">" + table +
         "</tbody></table></div></div>";
}

// What the objective demands, and whether the best keeps it.
std::string constraints_section(const Run& run) {
  if (run.config.objective.constraints.empty()) return {};
  std::string html =
      "<h2>Constraints</h2><div class=\"card scroll\"><table><thead><tr><th>quantity</th>"
      "<th>value</th><th>asked for</th><th></th><th class=\"text\">what it is</th></tr></thead>"
      "<tbody>";
  for (const Demand& demand : demands(run.config.objective, run.best.map(), run.totals)) {
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"text\">{}</td></tr>",
        demand.quantity->name,
        demand.quantity->of_map ? fmt::format("{:g}", demand.value.mean) : plus_minus(demand.value),
        demand.bounds, demand.holds ? "holds" : "<strong>does not hold</strong>",
        escape_html(std::string(demand.quantity->summary)));
  }
  return html + "</tbody></table></div>";
}

// Under several judges: the fitness and the criteria that each of them finds.
std::string judges_section(const Run& run) {
  if (run.config.judges.empty()) return {};
  const auto judgement = static_cast<std::size_t>(run.config.judgement);
  std::string html = fmt::format(
      "<h2>What each judge finds</h2><p>Each agent played matches of its own against itself; the "
      "fitness of the run is the {} of theirs. The criteria above are of all these matches "
      "together.</p><div class=\"card scroll\"><table><thead><tr><th>agent</th><th>fitness</th>",
      metrics::judgement_names[judgement]);
  const Json& judges = run.result.at("best").at("judges");
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
    if (run.totals.measures(info.id)) html += "<th>" + escape_html(info.title) + "</th>";
  }
  html += "<th>turns</th></tr></thead><tbody>";
  for (const Json& judge : judges) {
    html +=
        fmt::format("<tr><td>{}</td><td>{}</td>", escape_html(judge.at("agent").get<std::string>()),
                    plus_minus(estimate_of(judge.at("fitness"))));
    for (const auto& [key, value] : judge.at("criteria").items()) {
      html += "<td>" + plus_minus(estimate_of(value)) + "</td>";
    }
    html += "<td>" + plus_minus(estimate_of(judge.at("turns")), 1) + "</td></tr>";
  }
  return html + "</tbody></table></div>";
}

std::string fitness_section(const Run& run) {
  Series best{"best, as the search sees it", {}, {}, {}, {}, 1};
  Series mean{"mean", {}, {}, {}, {}, 6};
  Series worst{"worst", {}, {}, {}, {}, 5, true};
  Series fresh{"best, re-evaluated", {}, {}, {}, {}, 2};
  Series least{"smallest", {}, {}, {}, {}, 6, true};
  Series mean_size{"mean", {}, {}, {}, {}, 1};
  Series most{"largest", {}, {}, {}, {}, 5, true};
  for (const Json& generation : run.result.at("generations")) {
    const double x = generation.at("generation");
    const auto add = [x](Series& series, double y) {
      series.x.push_back(x);
      series.y.push_back(y);
    };
    add(best, generation.at("fitness").at("best"));
    add(mean, generation.at("fitness").at("mean"));
    add(worst, generation.at("fitness").at("worst"));
    if (!generation.at("monitor").is_null()) {
      const Json& fitness = generation.at("monitor").at("fitness");
      add(fresh, fitness.at("mean"));
      fresh.low.push_back(fitness.at("mean").get<double>() - 1.96 * fitness.at("se").get<double>());
      fresh.high.push_back(fitness.at("mean").get<double>() +
                           1.96 * fitness.at("se").get<double>());
    }
    add(least, generation.at("territories").at("least"));
    add(mean_size, generation.at("territories").at("mean"));
    add(most, generation.at("territories").at("most"));
  }
  const std::vector<Series> fitness = {best, fresh, mean, worst};
  const std::vector<Series> sizes = {mean_size, least, most};
  ChartFrame fitness_frame{"Fitness by generation", "generation", "fitness (0 is ideal)",
                           std::nullopt, std::nullopt};
  ChartFrame size_frame{"Map sizes by generation", "generation", "territories", 0.0, std::nullopt};
  size_frame.height = 220;
  return "<h2>Fitness over the generations</h2><div class=\"card\">" +
         line_chart(fitness_frame, fitness) +
         "<p class=\"lead\">What the search sees of its best is the luckiest of many noisy samples "
         "and so reads too low" +
         (run.config.monitor_matches > 0
              ? "; the re-evaluated line (with its 95 % band) judges the same individual by fresh "
                "matches"
              : "") +
         ".</p></div><h2>Map sizes over the generations</h2><div "
         "class=\"card\">" +
         line_chart(size_frame, sizes) + "</div>";
}

std::string candidates_section(const Run& run) {
  std::string html =
      "<h2>The last choice</h2><p>The search's best candidates were measured anew; the best of "
      "these fresh samples was chosen, and measured once more for the figures above.</p><div "
      "class=\"card scroll\"><table><thead><tr><th>individual</th><th>territories</th><th>fitness "
      "the search saw</th><th>matches</th><th>fitness re-evaluated</th><th>matches</th></tr>"
      "</thead><tbody>";
  bool first = true;
  for (const Json& candidate : run.result.at("candidates")) {
    const Json& choice = candidate.at("choice");
    html += fmt::format(
        "<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
        first ? " class=\"best\"" : "", escape_html(candidate.at("id").get<std::string>()),
        candidate.at("territories").get<int>(),
        plus_minus(estimate_of(candidate.at("search").at("fitness"))),
        candidate.at("search").at("matches").get<std::int64_t>(),
        choice.is_null() ? "no choice to make" : plus_minus(estimate_of(choice.at("fitness"))),
        choice.is_null() ? 0 : choice.at("matches").get<std::int64_t>());
    first = false;
  }
  return html + "</tbody></table></div>";
}

std::string ancestry_section(const Run& run) {
  constexpr int columns = 16;
  constexpr int rows = 16;
  const Json& ancestry = run.result.at("ancestry");
  return fmt::format(
             "<h2>Ancestry of the best</h2><p>{} behind it. The picture shows "
             "those of the last {} generations in which an ancestor was born: each dot an "
             "individual, larger for a larger map, the fittest on top; the strong line follows the "
             "fitter parent of each, and the table lists it.</p><div class=\"card\">",
             counted(std::ssize(ancestry) - 1, "individual stands", "individuals stand"), columns) +
         ancestry_chart(ancestry, columns) + "</div><div class=\"card\">" +
         descent_table(ancestry, rows) + "</div>";
}

std::string population_section(const Run& run) {
  std::string html =
      "<h2>The last population</h2><p>As the search saw it: the best of many noisy values reads "
      "too low. Click a heading to sort.</p><div class=\"card scroll\"><table class=\"sortable\">"
      "<thead><tr><th>individual</th><th>fitness</th><th>±</th><th>matches</th>"
      "<th>territories</th><th>borders</th><th>continents</th>";
  const Json& individuals = run.last_generation.at("individuals");
  for (const auto& [key, value] : individuals[0].at("genes").items()) {
    html += "<th>" + escape_html(key) + "</th>";
  }
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
    if (!run.totals.measures(info.id)) continue;
    html += "<th>" + escape_html(info.title) + "</th>";
  }
  html += "<th>turns</th></tr></thead><tbody>";
  std::vector<const Json*> ranked;
  for (const Json& individual : individuals) ranked.push_back(&individual);
  std::stable_sort(ranked.begin(), ranked.end(), [](const Json* a, const Json* b) {
    return (*a).at("fitness").at("mean").get<double>() <
           (*b).at("fitness").at("mean").get<double>();
  });
  for (const Json* entry : ranked) {
    const Json& individual = *entry;
    html += fmt::format(
        "<tr{}><td>{}</td><td>{:.3f}</td><td>{:.3f}</td><td>{}</td><td>{}</td><td>{}</td>"
        "<td>{}</td>",
        individual.at("id") == run.result.at("best").at("id") ? " class=\"best\"" : "",
        escape_html(individual.at("id").get<std::string>()),
        individual.at("fitness").at("mean").get<double>(),
        individual.at("fitness").at("se").get<double>(),
        individual.at("matches").get<std::int64_t>(), individual.at("territories").get<int>(),
        individual.at("borders").get<int>(), individual.at("continents").get<int>());
    for (const auto& [key, value] : individual.at("genes").items()) {
      html += "<td>" + escape_html(value.is_string() ? value.get<std::string>() : value.dump()) +
              "</td>";
    }
    for (const auto& [key, value] : individual.at("criteria").items()) {
      html += fmt::format("<td title=\"± {:.3f}\">{:.3f}</td>", value.at("se").get<double>(),
                          value.at("mean").get<double>());
    }
    html += fmt::format("<td>{:.1f}</td></tr>", individual.at("turns").at("mean").get<double>());
  }
  return html + "</tbody></table></div>";
}

// What the filter let through, and why it did not the rest.
std::string playability_section(const Run& run) {
  ga::PlayabilityTally all;
  for (const Json& generation : run.result.at("generations")) {
    const auto own = generation.find("playability");
    if (own == generation.end()) return {};
    all.add(ga::PlayabilityTally::from_json(JsonView(*own, std::string(ga::result_file))));
  }
  std::string html = fmt::format(
      "<h2>Playability</h2><p>Of {}, {} passed the filter; it played {}. The "
      "others were not measured, each for the first of these reasons that it gave:</p><div "
      "class=\"card "
      "scroll\"><table><thead><tr><th>reason</th><th>variants</th></tr></thead><tbody>",
      counted(all.tried, "new variant"), all.passed, counted(all.matches, "match", "matches"));
  for (const auto& reason : all.reasons) {
    html += fmt::format("<tr><td>{}</td><td>{}</td></tr>", spaced(reason.text), reason.count);
  }
  return html + "</tbody></table></div>";
}

std::string niches_section(const fs::path& directory) {
  const fs::path file = directory / ga::archive_file;
  return fs::exists(file) ? archive_section(read_json(file.string())) : std::string();
}

// Where evorisk explain has been at work.
std::string why_section(const fs::path& directory) {
  const fs::path file = directory / ga::explanation_file;
  return fs::exists(file) ? explanation_section(read_json(file.string())) : std::string();
}

std::string breeding_section(const Run& run) {
  const Json& breeding = run.result.at("breeding");
  std::string html =
      "<h2>Breeding</h2><div class=\"card scroll\"><table><thead><tr><th>mutation</th><th>drawn"
      "</th><th>made</th><th>refused</th><th>impossible</th></tr></thead><tbody>";
  for (const auto& [name, tally] : breeding.at("mutations").items()) {
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", escape_html(name),
        tally.at("drawn").get<std::int64_t>(), tally.at("made").get<std::int64_t>(),
        tally.at("refused").get<std::int64_t>(), tally.at("impossible").get<std::int64_t>());
  }
  html += "</tbody></table></div><div class=\"card scroll\"><table><thead><tr><th>crossover " +
          escape_html(run.config.crossover) + "</th><th>count</th></tr></thead><tbody>";
  for (const auto& [name, count] : breeding.at("crossover").items()) {
    html += fmt::format("<tr><td>{}</td><td>{}</td></tr>", spaced(name), count.dump());
  }
  return html + "</tbody></table></div>";
}

std::string reproduce_section(const Run& run) {
  return fmt::format(
      "<h2>Again</h2><p>The configuration below, saved as config.json, gives this run and this "
      "report again, byte for byte, at any number of threads:</p><pre>evorisk evolve config.json "
      "--out again</pre><p>Try the variant (best.json of this run's directory):</p><pre>evorisk "
      "evaluate best.json\nevorisk simulate best.json --matches 1000</pre><details><summary>"
      "config.json</summary><pre>{}</pre></details>",
      escape_html(ga::config_to_json(run.config).dump(2)));
}

}  // namespace

fs::path write_run_report(const fs::path& directory) {
  const Run run = read_run(directory);
  write_file(directory / "best.svg", draw_map(run.best.map(), DrawOptions{}));
  const fs::path report = directory / "report.html";
  write_file(
      report,
      html_page(run.best.name(),
                heading(run) + map_and_rules(run) + criteria_section(run) +
                    constraints_section(run) + judges_section(run) +
                    pareto_section(run.result, run.last_generation, run.config.objective) +
                    fitness_section(run) + islands_section(run.result) + candidates_section(run) +
                    ancestry_section(run) + niches_section(directory) + why_section(directory) +
                    playability_section(run) + breeding_section(run) + population_section(run) +
                    reproduce_section(run)));
  return report;
}

}  // namespace evorisk::app
