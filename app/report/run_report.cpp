#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/report/pages.hpp"
#include "app/report/run_sections.hpp"
#include "app/text/evaluation.hpp"
#include "app/text/gallery_words.hpp"
#include "app/text/minutes.hpp"
#include "app/view/chart.hpp"
#include "app/view/draw_map.hpp"
#include "app/view/html.hpp"
#include "app/view/sections.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/index.hpp"
#include "base/seal.hpp"
#include "base/statistics.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "ga/evaluation/playability.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/final.hpp"
#include "ga/run/finalists.hpp"
#include "ga/run/history.hpp"
#include "ga/run/likes_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/criteria/quantity.hpp"
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
  ga::Evidence tables;             // the same by judge
};

// The last line of a finished run's log.
Json last_generation(const fs::path& log, int expected) {
  LineReader in(log);
  std::string last;
  while (const auto line = in.next()) last = *line;
  Json generation = parse_json(last, log.string());
  unseal(generation, log.string());
  const JsonView number = JsonView(generation, log.string()).at("generation");
  if (number.raw() != expected || in.torn()) ga::refuse_unfinished_log(log, expected);
  return generation;
}

Run read_run(const fs::path& directory) {
  ga::Config config = ga::run_config(directory);
  ga::refuse_merged(directory);
  Json result = ga::read_result(directory);
  const std::string log = (directory / ga::log_file).string();
  const std::string best_path = (directory / ga::best_file).string();
  const Json best = read_json(best_path);
  ga::Evidence tables = ga::tables_of_best(directory);
  metrics::CriteriaTotals totals = metrics::pooled(tables);
  Json last = last_generation(
      log, ga::last_generation_of(JsonView(result, (directory / ga::result_file).string())));
  return {std::move(config), result,
          std::move(last),   risk::variant_from_json(JsonView(best, best_path), directory.string()),
          std::move(totals), std::move(tables)};
}

// The size of the population, and how many matches measured it.
std::string effort(const ga::Config& config) {
  std::string text = counted(config.population, "individual");
  if (config.islands.count > 1) text = fmt::format("{} islands of {}", config.islands.count, text);
  const auto tables = config.tables();
  const std::string matches = counted(config.matches * config.tables(), "match", "matches");
  text += config.budget.policy == "equal"
              ? fmt::format(", each judged by {} a generation", matches)
              : fmt::format(", judged by {} each on average, shared out by {}", matches,
                            config.budget.policy);
  if (tables > 1) text += fmt::format(" under {} judges", tables);
  return text;
}

// What each judge found, or the only table; the name is that of a judge.
struct Finding {
  std::string judge;
  const metrics::CriteriaTotals& totals;
  metrics::Estimate fitness;
};

// Matches of several judges are not shown together where each is judged alone: what one of them
// favours would make up for what another does.
std::vector<Finding> findings(const Run& run) {
  const Json& best = run.result.at("best");
  if (run.tables.size() == 1) return {{"", run.totals, estimate_of(best.at("fitness"))}};
  std::vector<Finding> all;
  for (const Json& judge : best.at("judges")) {
    all.push_back({judge.at("agent"), run.tables[all.size()], estimate_of(judge.at("fitness"))});
  }
  return all;
}

// The part of the decided matches that every seat won.
Tile seats_tile(const Finding& found) {
  std::vector<double> seats;
  double largest = 0;
  for (int seat = 0; seat < found.totals.players(); ++seat) {
    const metrics::Estimate chance = chance_of_seat(found.totals, seat);
    seats.push_back(chance.mean);
    largest = std::max(largest, chance.se);
  }
  const int digits = largest > 0.01 ? 0 : 1;
  std::string shares;
  for (const double seat : seats) {
    shares += (shares.empty() ? "" : " : ") + fixed(100 * seat, digits);
  }
  return {
      fmt::format("{} % (± {})", shares, fixed(rounded_up(100 * largest, digits), digits)),
      "decided matches won, by seat" + (found.judge.empty() ? "" : ", played by " + found.judge)};
}

// Of the search of a shortlist: whether that shows the search's best.
std::string shown(const fs::path& directory, const std::string& best) {
  const fs::path file = directory / experiments::winner_file;
  if (!fs::exists(file)) return {};
  const std::string source = read_sealed(file.string()).at("source");
  const std::string id = source.substr(source.rfind(' ') + 1);
  return id == best ? html_told("run.shown") : html_told("run.shown_instead", id, best);
}

std::string heading(const Run& run) {
  const metrics::CriteriaTotals& totals = run.totals;
  const Json& best = run.result.at("best");
  const metrics::MatchLength length = metrics::length_of(run.tables);
  std::string html = html_told(
      "run.heading", run.best.name(), counted(run.last_generation.at("generation"), "generation"),
      effort(run.config), counted(totals.matches(), "fresh match", "fresh matches"));
  if (best.contains("filtered")) html += html_told("run.filtered", best.at("filtered"));
  if (const auto forfeits = ga::forfeits_in({&totals, 1}); forfeits > 0)
    html += html_told("run.forfeits", ga::forfeits_text(forfeits).text());
  std::vector<Tile> all{
      {plus_minus(best.at("fitness")),
       fmt::format("fitness by the objective {}, 0 is best", run.config.objective.name)},
      {fmt::format("{} / {}", run.best.territories(), run.best.continents()),
       "territories / continents"},
      {run.tables.size() == 1 ? plus_minus(totals.turns(), 1) : turns_cell(length),
       "turns a match"},
      {minutes_cell(length, run.best.territories(), run.config.objective.seconds),
       "minutes at the table (four tables of five)"}};
  for (const Finding& found : findings(run)) all.push_back(seats_tile(found));
  return html + tiles(all);
}

std::string map_and_rules(const Run& run) {
  const std::string map =
      html_told("board.zoom", "map", Html{draw_map(run.best.map(), {.id_prefix = "best-"})});
  std::string rules = rules_html(run.best.rules());
  if (run.best.missions() > 0) {
    const risk::MissionDeck& deck = run.best.deck();
    std::string cards;
    for (const risk::Mission& mission : deck.cards) {
      cards += fmt::format(" {};", risk::mission_text(mission, run.best.map()));
    }
    rules += html_told("run.missions", cards, risk::mission_text(deck.otherwise, run.best.map()));
  }
  return html_told("run.map", Html{map}, Html{rules});
}

// The sum of the orange bars, in words.
std::string bars(const Run& run, const Finding& found, double sum, bool weights) {
  const metrics::Objective& objective = run.config.objective;
  const std::string fitness =
      "the fitness" + (found.judge.empty() ? ""
                                           : fmt::format(" that {} finds, {}", found.judge,
                                                         plus_minus(found.fitness)));
  if (std::abs(sum - found.fitness.mean) < 1e-9) return "add up to " + fitness;
  std::string text = fmt::format("are the distances; {} is the sum of what they lose",
                                 found.judge.empty() ? fitness : fitness + ",");
  if (weights) text += ", each times its weight,";
  if (objective.target != nullptr) {
    const metrics::TargetDistance target_distance =
        metrics::target_distance(*objective.target, run.best.rules(), run.best.map());
    text += fmt::format(
        ", of {:.3f} for the rules and of {:.3f} for the map, by which it differs from {}",
        objective.target->rules.loss(target_distance.rules),
        objective.target->map.loss(target_distance.map), objective.target->variant->name());
  }
  if (text.ends_with(',')) text.pop_back();
  return text;
}

template <class Term>
std::string ideal_text(const Term& term) {
  return term.band_end ? fmt::format("{:.4g} – {:.4g}", term.ideal, *term.band_end)
                       : fmt::format("{:.4g}", term.ideal);
}

// What counts besides the criteria.
std::string quantities_section(const Run& run, const Finding& found) {
  const auto measured =
      metrics::measured_quantities(run.config.objective, run.best.map(), {&found.totals, 1});
  if (measured.empty()) return {};
  HtmlTable table({"quantity", "value", "ideal", "distance", "weight"});
  table.head("what it is", "text");
  for (const metrics::MeasuredQuantity& each : measured) {
    const metrics::QuantityInfo& info = metrics::quantity_info(each.term->quantity);
    table.row().add(info.name,
                    info.of_map ? fmt::format("{:.4g}", each.value.mean) : plus_minus(each.value),
                    ideal_text(*each.term), fixed(each.loss, 3),
                    fmt::format("{:g}", each.term->weight), info.summary);
  }
  return table.html();
}

std::string criteria_of(const Run& run, const Finding& found) {
  const std::vector<metrics::Objective::Term>& terms = run.config.objective.terms;
  const bool weights =
      std::ranges::any_of(terms, [](const auto& term) { return term.weight != 1; });
  HtmlTable table({"criterion", "value", "ideal", "distance"});
  if (weights) table.head("weight");
  table.head("what it says", "text");
  std::vector<IntervalRow> rows;
  double highest = 1;
  double sum = 0;
  for (const metrics::Objective::Term& term : terms) {
    const metrics::CriterionInfo& info = metrics::criterion_info(term.criterion);
    const metrics::Estimate value = found.totals.criterion(term.criterion);
    const metrics::Interval interval = found.totals.matches() < 2
                                           ? metrics::Interval{value.mean, value.mean, value.mean}
                                           : found.totals.shown_interval(term.criterion);
    highest = std::max(highest, std::min(2.0, interval.high));
    // The nearest of a band's.
    const double ideal = std::clamp(value.mean, term.ideal, term.band_end.value_or(term.ideal));
    sum += std::abs(value.mean - ideal);
    rows.push_back({std::string(info.title), value.mean, interval.low, interval.high, ideal,
                    plus_minus(value)});
    table.row().add(info.title, plus_minus(value), ideal_text(term),
                    fixed(metrics::loss(term, value), 3));
    if (weights) table.add(fmt::format("{:g}", term.weight));
    table.add(metrics::meaning(term.criterion, found.totals, run.config.objective));
  }
  const std::string by = found.judge.empty() ? "" : ", played by " + found.judge;
  const std::string chart = interval_chart(
      "The best individual's criteria" + by + ", with 95 % intervals, and their ideals", rows, 0,
      highest);
  return html_told("run.criteria", by, Html{chart}, bars(run, found, sum, weights)) + table.html() +
         quantities_section(run, found);
}

std::string criteria_section(const Run& run) {
  std::string html;
  for (const Finding& found : findings(run)) html += criteria_of(run, found);
  return html;
}

// What a quantity of a constraint came to; of matches, by each judge.
std::string values_of(const Run& run, const Demand& demand) {
  if (demand.quantity->of_map) return fmt::format("{:g}", demand.value.mean);
  std::vector<std::string> values;
  for (const Finding& found : findings(run)) {
    const metrics::Estimate value = metrics::quantity(
        *demand.quantity, run.best.map(), {&found.totals, 1}, run.config.objective.seconds);
    values.push_back(plus_minus(value) + (found.judge.empty() ? "" : " by " + found.judge));
  }
  return fmt::format("{}", fmt::join(values, ", "));
}

// What the variant was bred for demands, a shortlist's fairness too, and whether the best keeps it.
std::string constraints_section(const Run& run) {
  const metrics::Objective asked = metrics::own_objective(run.best).value_or(run.config.objective);
  if (asked.constraints.empty()) return {};
  HtmlTable table({"quantity", "value", "asked for", ""});
  table.head("what it is", "text");
  for (const Demand& demand : demands(asked, run.best.map(), run.tables)) {
    table.row().add(demand.quantity->name, values_of(run, demand), demand.bounds,
                    Html{demand.violation == 0 ? "holds" : "<strong>does not hold</strong>"},
                    demand.quantity->summary);
  }
  return "<h2>Constraints</h2>" + table.html();
}

// Under several judges: the fitness and the criteria that each of them finds.
std::string judges_section(const Run& run) {
  if (run.config.judges.empty()) return {};
  HtmlTable table({"agent", "fitness"});
  for (const metrics::CriterionInfo& info : run.totals.measured()) table.head(info.title);
  table.head("turns");
  table.head("minutes");
  for (const Json& judge : run.result.at("best").at("judges")) {
    table.row().add(judge.at("agent"), plus_minus(judge.at("fitness")));
    for (const Json& value : judge.at("criteria")) table.add(plus_minus(value));
    table.add(plus_minus(judge.at("turns"), 1));
    table.add(
        minutes_cell(ga::length_in(judge), run.best.territories(), run.config.objective.seconds));
  }
  return html_told("run.judges",
                   metrics::panel_aggregation_names[at(static_cast<int>(run.config.aggregation))]) +
         table.html();
}

std::string fitness_section(const Run& run) {
  Series best{.label = "best, as the search sees it", .colour = 1};
  Series mean{.label = "mean", .colour = 6};
  Series worst{.label = "worst", .colour = 5, .dashed = true};
  Series fresh{.label = "best, re-evaluated", .colour = 2};
  Series least{.label = "smallest", .colour = 6, .dashed = true};
  Series mean_size{.label = "mean", .colour = 1};
  Series most{.label = "largest", .colour = 5, .dashed = true};
  for (const Json& generation : run.result.at("generations")) {
    const double x = generation.at("generation");
    const Json& fitness = generation.at("fitness");
    best.add(x, fitness.at("best"));
    mean.add(x, fitness.at("mean"));
    worst.add(x, fitness.at("worst"));
    const Json& monitor = generation.at("monitor");
    if (!monitor.is_null()) fresh.add(x, estimate_of(monitor.at("fitness")));
    const Json& territories = generation.at("territories");
    least.add(x, territories.at("least"));
    mean_size.add(x, territories.at("mean"));
    most.add(x, territories.at("most"));
  }
  return html_told("run.fitness",
                   Html{line_chart({"Fitness by generation", "generation", "fitness (0 is ideal)"},
                                   {best, fresh, mean, worst})},
                   run.config.monitor_matches > 0 ? page_text("run.fitness_monitored") : "",
                   Html{line_chart({.title = "Map sizes by generation",
                                    .x_label = "generation",
                                    .y_label = "territories",
                                    .y_low = 0.0,
                                    .height = 220},
                                   {mean_size, least, most})});
}

// The courses of a run's islands; empty where there was one population.
std::string islands_section(const Json& result) {
  const Json& generations = result.at("generations");
  if (generations.empty() || !generations[0].contains("islands")) return {};
  constexpr int colours = 6;
  const Json& last = generations.back().at("islands");
  std::vector<Series> courses;
  HtmlTable table({"island", "its best in the end", "fitness the search saw", "immigrants in all"});
  for (int i = 0; i < std::ssize(last); ++i) {
    Series course{.label = fmt::format("island {}", i),
                  .colour = i % colours + 1,
                  .dashed = i / colours % 2 == 1};
    for (const Json& generation : generations) {
      const Json& island = generation.at("islands")[at(i)];
      course.add(generation.at("generation"), island.at("fitness"));
    }
    courses.push_back(std::move(course));
    table.row().add(i, last[at(i)].at("best"), fixed(last[at(i)].at("fitness"), 4),
                    result.at("immigrants").at(at(i)));
  }
  const ChartFrame frame{"Best fitness of each island by generation", "generation",
                         "fitness (0 is ideal)"};
  return html_told("run.islands", Html{line_chart(frame, courses)}) + table.html();
}

std::string candidates_section(const Run& run) {
  HtmlTable table({"individual", "territories", "fitness the search saw", "matches",
                   "fitness re-evaluated", "matches"});
  std::string_view kind = "best";
  for (const Json& candidate : run.result.at("candidates")) {
    const Json& search = candidate.at("search");
    const Json& choice = candidate.at("choice");
    const bool chosen = !choice.is_null();
    table.row(std::exchange(kind, ""))
        .add(candidate.at("id"), candidate.at("territories"), plus_minus(search.at("fitness")),
             search.at("matches"), chosen ? plus_minus(choice.at("fitness")) : "no choice to make",
             chosen ? choice.at("matches") : Json(0));
  }
  return html_told("run.candidates") + table.html();
}

// Under several judges: the finalists' ranks by each, and how well they agree.
std::string finalists_section(const Run& run) {
  const auto all = ga::judged_finalists(JsonView(run.result, std::string(ga::result_file)));
  if (all.agreements.empty()) return {};
  HtmlTable table({"individual"}, "sortable");
  std::vector<std::vector<int>> ranks;  // by column
  for (const auto values : {&ga::JudgedFinalist::fitness, &ga::JudgedFinalist::advantage}) {
    for (std::size_t j = 0; j < all.judges.size(); ++j) {
      std::vector<double> column;
      for (const ga::JudgedFinalist& own : all.finalists) column.push_back((own.*values)[j].mean);
      ranks.push_back(ga::ranks_of(column));
      const bool of_fitness = values == &ga::JudgedFinalist::fitness;
      table.head(fmt::format("{}, {}", of_fitness ? "fitness" : "advantage", all.judges[j]));
      table.head("rank");
    }
  }
  table.head("advantage, worst");
  for (std::size_t i = 0; i < all.finalists.size(); ++i) {
    const ga::JudgedFinalist& own = all.finalists[i];
    table.row(i == 0 ? "best" : "").add(own.id);
    std::size_t column = 0;
    for (const auto* values : {&own.fitness, &own.advantage}) {
      for (const metrics::Estimate& value : *values) {
        table.add(plus_minus(value, 2)).add(ranks[column++][i]);
      }
    }
    table.add(
        plus_minus(*std::ranges::max_element(own.advantage, {}, &metrics::Estimate::mean), 2));
  }
  return html_told("run.finalists", agreement_of_judges(all.agreements)) + table.html();
}

std::string population_section(const Run& run) {
  auto individuals = run.last_generation.at("individuals").get<std::vector<Json>>();
  HtmlTable table({"individual", "fitness", "±", "matches", "territories", "borders", "continents"},
                  "sortable");
  for (const auto& [key, value] : individuals[0].at("genes").items()) table.head(key);
  const bool judged = run.tables.size() > 1;
  if (judged) {
    for (const std::string& judge : run.config.judges) table.head("fitness, " + judge);
  } else {
    for (const metrics::CriterionInfo& info : run.totals.measured()) table.head(info.title);
  }
  table.head("turns");
  table.head("minutes");
  std::ranges::stable_sort(individuals, {}, [](const Json& individual) {
    return estimate_of(individual.at("fitness")).mean;
  });
  for (const Json& individual : individuals) {
    const metrics::Estimate fitness = estimate_of(individual.at("fitness"));
    table.row(individual.at("id") == run.result.at("best").at("id") ? "best" : "")
        .add(individual.at("id"), fixed(fitness.mean, 3), fixed(rounded_up(fitness.se, 3), 3),
             individual.at("matches"), individual.at("territories"), individual.at("borders"),
             individual.at("continents"));
    for (const Json& value : individual.at("genes")) table.add(value);
    const auto add = [&](const Json& value) {
      table.add(HtmlCell(fixed(value.at("mean"), 3))
                    .with("title", "± " + fixed(rounded_up(value.at("se"), 3), 3)));
    };
    if (judged) {
      for (const Json& judge : individual.at("judges")) add(judge.at("fitness"));
    } else {
      for (const Json& value : individual.at("criteria")) add(value);
    }
    const metrics::MatchLength length = ga::length_in(individual);
    table.add(turns_cell(length));
    table.add(minutes_cell(length, individual.at("territories"), run.config.objective.seconds));
  }
  return html_told("run.population") + table.html();
}

// What the filter let through, and why it did not the rest.
std::string playability_section(const Run& run) {
  const auto tally = run.result.find("playability");
  if (tally == run.result.end()) return {};
  const auto all = ga::PlayabilityTally::from_json(JsonView(*tally, std::string(ga::result_file)));
  HtmlTable table({"reason", "variants"});
  for (const auto& reason : all.reasons) table.row().add(spaced(reason.text), reason.count);
  return html_told("run.playability", counted(all.tried, "new variant"), all.passed,
                   counted(all.matches, "match", "matches")) +
         table.html();
}

// A section on what a file of the run holds, where there is one.
std::string section_of(const fs::path& file, std::string (*section)(const Json&)) {
  return fs::exists(file) ? section(read_sealed(file.string())) : std::string();
}

std::string breeding_section(const Run& run) {
  const Json& breeding = run.result.at("breeding");
  HtmlTable mutations({"mutation", "drawn", "made", "refused", "impossible"});
  for (const auto& [name, tally] : breeding.at("mutations").items()) {
    mutations.row().add(name, tally.at("drawn"), tally.at("made"), tally.at("refused"),
                        tally.at("impossible"));
  }
  HtmlTable crossover({"crossover " + run.config.crossover, "count"});
  for (const auto& [name, count] : breeding.at("crossover").items()) {
    crossover.row().add(spaced(name), count);
  }
  return "<h2>Breeding</h2>" + mutations.html() + crossover.html();
}

std::string report_body(const Run& run, const fs::path& directory) {
  return heading(run) + shown(directory, run.result.at("best").at("id")) + map_and_rules(run) +
         criteria_section(run) + constraints_section(run) + judges_section(run) +
         pareto_section(run.result, run.last_generation, run.config.objective) +
         likes_section(ga::likes_of_run(directory, run.config), run.config) + fitness_section(run) +
         islands_section(run.result) + candidates_section(run) + finalists_section(run) +
         ancestry_section(run.result.at("ancestry")) +
         section_of(directory / ga::archive_file, archive_section) +
         section_of(directory / ga::explanation_file, explanation_section) +
         playability_section(run) + breeding_section(run) + population_section(run) +
         html_told("run.again", ga::config_to_json(run.config).dump(2));
}

}  // namespace

fs::path write_run_report(const fs::path& directory) {
  const Run run = read_run(directory);
  write_file(directory / ga::picture_file, draw_map(run.best.map(), DrawOptions{}));
  const fs::path report = directory / ga::report_file;
  std::string body;
  read_as_written(directory.string(), [&] { body = report_body(run, directory); });
  write_file(report, html_page(run.best.name(), body));
  return report;
}

}  // namespace evorisk::app
