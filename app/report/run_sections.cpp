#include "app/report/run_sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "app/text/words/taste.hpp"
#include "app/view/html.hpp"
#include "app/view/svg.hpp"
#include "base/counted.hpp"
#include "base/statistics.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_generations = 16;
constexpr std::size_t most_rows = 16;

double fitness_at_birth(const Json* individual) {
  return individual->at("fitness").at("mean");
}

std::string id_of(const Json* individual) {
  return individual->at("id");
}

// The individual itself, then the fitter parent of each: the latest first.
std::vector<const Json*> descent(const Json& ancestry) {
  std::map<std::string, const Json*> by_id;
  for (const Json& individual : ancestry) by_id[id_of(&individual)] = &individual;
  std::vector<const Json*> line;
  const Json* next = ancestry.empty() ? nullptr : &ancestry.back();
  while (next != nullptr) {
    line.push_back(next);
    const Json* fitter = nullptr;
    for (const Json& parent : next->at("parents")) {
      const auto found = by_id.find(parent.get<std::string>());
      if (found == by_id.end()) continue;
      if (!fitter || fitness_at_birth(found->second) < fitness_at_birth(fitter)) {
        fitter = found->second;
      }
    }
    next = fitter;
  }
  return line;
}

std::string genes_of(const Json& individual) {
  std::vector<std::string> genes;
  for (const auto& [key, value] : individual.at("genes").items()) {
    genes.push_back(key + " " + plain_text(value));
  }
  return fmt::format("{}", fmt::join(genes, ", "));
}

std::string mutations_of(const Json& individual) {
  const auto mutations = individual.at("mutations").get<std::vector<std::string>>();
  return mutations.empty() ? "none" : fmt::format("{}", fmt::join(mutations, ", "));
}

std::string ancestry_chart(const Json& ancestry) {
  std::map<int, std::vector<const Json*>> columns;  // by generation of birth
  for (const Json& individual : ancestry) {
    columns[individual.at("born").get<int>()].push_back(&individual);
  }
  while (columns.size() > most_generations) columns.erase(columns.begin());
  if (columns.empty()) return {};
  std::size_t tallest = 1;
  for (auto& [born, column] : columns) {
    std::ranges::stable_sort(column, {}, fitness_at_birth);
    tallest = std::max(tallest, column.size());
  }

  constexpr int width = 720;
  const double row = std::clamp(300.0 / static_cast<double>(tallest), 11.0, 26.0);
  const double height = row * static_cast<double>(tallest) + 50;
  const double step =
      columns.size() > 1 ? (width - 80.0) / static_cast<double>(columns.size() - 1) : 0;
  Svg svg("Ancestry of the best individual", width, height);
  std::vector<const Json*> drawn;
  std::map<std::string, std::pair<double, double>> places;
  double x = 40;
  for (const auto& [born, column] : columns) {
    double y = 14;
    for (const Json* individual : column) {
      drawn.push_back(individual);
      places[id_of(individual)] = {x, y};
      y += row;
    }
    svg.text("tick", x, height - 24, fmt::format("{}", born), Anchor::middle);
    x += step;
  }
  svg.text("axis", width / 2, height - 6, "generation of birth", Anchor::middle);

  std::set<std::string> strong;
  for (const Json* individual : descent(ancestry)) strong.insert(id_of(individual));
  // Weak lines lie below strong ones.
  for (const bool main_line : {false, true}) {
    for (const Json* individual : drawn) {
      const std::string id = id_of(individual);
      const auto& [at_x, at_y] = places[id];
      // A parent may be both.
      for (const auto& parent : individual->at("parents").get<std::set<std::string>>()) {
        const auto from = places.find(parent);
        if (from == places.end()) continue;
        if ((strong.contains(id) && strong.contains(parent)) != main_line) continue;
        const auto& [from_x, from_y] = from->second;
        const double bend = (at_x - from_x) / 2;
        svg.path(main_line ? "descent" : "kin",
                 fmt::format("M{:.1f} {:.1f} C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", from_x,
                             from_y, from_x + bend, from_y, at_x - bend, at_y, at_x, at_y));
      }
    }
  }
  for (const Json* individual : drawn) {
    const std::string id = id_of(individual);
    const int territories = individual->at("territories");
    svg.circle(strong.contains(id) ? "dot c2" : "dot c6", places[id].first, places[id].second,
               std::min(row / 2 - 0.5, 1.5 + 0.9 * std::sqrt(territories)),
               fmt::format("{}: fitness {:.3f}, {} territories; {}", id,
                           fitness_at_birth(individual), territories, genes_of(*individual)));
  }
  return svg.finish();
}

// "-0.1 to 0.2" of an effect: its 95 % interval, in explanations of format 1 as two members.
std::string interval_text(const Json& effect) {
  const bool former = effect.contains("low");
  const Json& low = former ? effect["low"] : effect.at("interval").at(0);
  const Json& high = former ? effect.at("high") : effect.at("interval").at(1);
  return fmt::format("{:+.4f} to {:+.4f}", low.get<double>(), high.get<double>());
}

// Bold where it is beyond chance.
HtmlCell effect_cell(const Json& effect, const std::string& tooltip) {
  const char* verdict = effect.contains("clear") ? "clear" : "significant";  // format 1, or later
  const char* format = effect.at(verdict).get<bool>() ? "<b>{:+.3f}</b>" : "{:+.3f}";
  return HtmlCell(Html{fmt::format(fmt::runtime(format), effect.at("mean").get<double>())})
      .with("title", tooltip);
}

void add_columns(HtmlTable& table, const Json& criteria) {
  for (const auto& [criterion, effect] : criteria.items()) table.head(spaced(criterion));
}

// Factors down, criteria across.
std::string effects_table(const Json& table, std::string_view heading, std::string_view first,
                          std::string_view children) {
  const Json& factors = table.at("factors");
  const std::string html =
      html_told("why.effects", heading, table.at("children"), table.at("games"));
  if (factors.empty()) return html + "<p>Too few children to say.</p>";
  HtmlTable effects({first, children}, "sortable");
  add_columns(effects, factors[0].at("effects"));
  for (const Json& factor : factors) {
    std::string name = factor.at("name");
    const std::string against = factor.at("against");
    if (!against.empty()) name += " (not " + against + ")";
    effects.row().add(spaced(name), factor.at("count"));
    for (const Json& effect : factor.at("effects")) {
      effects.add(effect_cell(effect, interval_text(effect)));
    }
  }
  return html + effects.html();
}

std::string steps_table(const Json& steps) {
  constexpr std::size_t most = 25;
  const Json& changes = steps.at("changes");
  HtmlTable table({"change", "fitness", "minutes"});
  if (!changes.empty()) add_columns(table, changes[0].at("criteria"));
  const auto cell = [](const Json& own) {
    return effect_cell(own, "± " + fixed(rounded_up(own.at("se"), 4), 4));
  };
  for (std::size_t i = 0; i < std::min(most, changes.size()); ++i) {
    table.row().add(spaced(changes[i].at("text")), cell(changes[i].at("fitness")),
                    changes[i].contains("minutes") ? plus_minus(changes[i]["minutes"], 1) : "");
    for (const Json& own : changes[i].at("criteria")) table.add(cell(own));
  }
  return html_told("why.steps", changes.size(), counted(steps.at("matches"), "match", "matches")) +
         table.html();
}

std::string trade_offs_list(const Json& trade_offs) {
  std::string items;
  for (const std::string_view verdict : {"conflict", "together"}) {
    for (const Json& trade_off : trade_offs) {
      if (trade_off.at("verdict") != verdict) continue;
      items += "<li>" + escape_html(spaced(trade_off.at("words"))) + ".</li>";
    }
  }
  if (items.empty()) items = "<li>No pair says anything beyond chance.</li>";
  return html_told("why.trade_offs", Html{items});
}

std::string swaps_table(const Json& target) {
  const std::string name = target.at("variant");
  const Json& best = target.at("best");
  const Json& edits = target.at("edits");
  const auto difference = [](double before, double after) {
    return fmt::format("{:+.4f}", before - after);
  };
  HtmlTable table({"part", "best", "target", "closes", "of the criteria", "of the rules",
                   "of the map", "the other way, from the target"});
  for (const Json& swap : target.at("swaps")) {
    table.row().add(spaced(swap.at("part")));
    for (const char* key : {"from", "to"}) {
      table.add(swap.contains(key) ? swap.at(key).dump() : std::string());
    }
    if (swap.contains("impossible")) {
      const std::string why = swap.at("impossible");
      table.add(HtmlCell("does not fit: " + why).with("colspan", "5"));
      continue;
    }
    const Json& with = swap.at("with");
    const metrics::Estimate criteria = estimate_of(swap.at("criteria"));
    table.add(difference(swap.at("closes"), 0),
              fmt::format("{:+.4f} ± {:.4f}", -criteria.mean, rounded_up(criteria.se, 4)),
              difference(best.at("rules"), with.at("rules")),
              difference(best.at("map"), with.at("map")),
              fixed(swap.at("target_with").at("total"), 4));
  }
  return fmt::format("<h2>How near to {}</h2>", escape_html(name)) +
         tiles({{fixed(best.at("total"), 4), "distance in all"},
                {plus_minus(best.at("criteria"), 4), "of the criteria"},
                {fixed(best.at("rules"), 4), "of the rules"},
                {fixed(best.at("map"), 4), "of the map"}}) +
         html_told("why.edits", edits.at("cost").get<double>(), name,
                   edits.at("exact").get<bool>() ? "" : ", at most",
                   counted(edits.at("territories"), "territory", "territories"),
                   counted(edits.at("continents"), "continent"),
                   counted(edits.at("borders"), "border"),
                   counted(edits.at("memberships"), "territory", "territories"),
                   edits.at("bonuses").get<double>(), name, name) +
         table.html();
}

}  // namespace

std::string ancestry_section(const Json& ancestry) {
  std::vector<const Json*> line = descent(ancestry);
  line.resize(std::min(line.size(), most_rows));
  std::ranges::reverse(line);
  HtmlTable table({"individual", "territories", "fitness"});
  table.head("rules", "text");
  table.head("mutations at birth", "text");
  for (const Json* individual : line) {
    const metrics::Estimate fitness = estimate_of(individual->at("fitness"));
    table.row().add(id_of(individual), individual->at("territories"), plus_minus(fitness),
                    genes_of(*individual), mutations_of(*individual));
  }
  return html_told("run.ancestry",
                   counted(std::ssize(ancestry) - 1, "individual stands", "individuals stand"),
                   most_generations, Html{ancestry_chart(ancestry)}) +
         table.html();
}

std::string explanation_section(const Json& explanation) {
  std::string html;
  if (explanation.contains("target")) html += swaps_table(explanation.at("target"));
  html += "<h2>Why</h2>";
  if (explanation.contains("operators")) {
    html += effects_table(explanation.at("operators"), "What operators did to their children",
                          "operator", "children");
    html += effects_table(explanation.at("genes"), "What changed genes and sizes did", "gene",
                          "children in which it changed");
  }
  if (explanation.contains("steps")) html += steps_table(explanation.at("steps"));
  return html + trade_offs_list(explanation.at("pulls"));
}

std::string likes_section(const ga::Likes& likes, const ga::Config& config) {
  if (likes.empty()) return {};
  std::string sentences;
  for (const Message& sentence : understood(likes, config)) {
    sentences += html_told("run.likes_sentence", sentence.text());
  }
  HtmlTable table({"quantity", "weight"});
  table.head("more of it is", "text");
  const ga::Preference preference = likes.preference(config);
  const std::vector<double> errors = preference.errors();
  const ga::LikedValues deviations = likes.deviations();
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    if (deviations[i] == 0) continue;
    const metrics::Estimate weight = {preference.weights()[i], errors[i]};
    table.row().add(ga::liked_quantities[i], plus_minus(weight, 2),
                    weight.mean > weight.se    ? "liked"
                    : weight.mean < -weight.se ? "not liked"
                                               : "not sure yet");
  }
  return html_told("run.likes", likes.count(ga::Verdict::like), likes.count(ga::Verdict::drop),
                   likes.on() ? "" : page_text("run.likes_off"), Html{sentences}) +
         table.html();
}

}  // namespace evorisk::app
