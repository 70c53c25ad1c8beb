#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "app/text/explanation.hpp"
#include "base/counted.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// One effect on one criterion.
struct EffectLine {
  std::string factor;
  std::string criterion;
  double mean;
  double low;
  double high;
  int count;
};

// `where`: what stands before the number of a factor's children.
std::string effects_text(const Json& table, std::string_view title, std::string_view none, int most,
                         std::string_view where) {
  const int children = table.at("children");
  const int games = table.at("games");
  std::string text =
      fmt::format("{} ({} children, evidence of {} games)\n", title, children, games);
  std::vector<EffectLine> lines;
  int tested = 0;
  for (const Json& factor : table.at("factors")) {
    std::string name = factor.at("name");
    const std::string against = factor.at("against");
    if (!against.empty()) name += " instead of " + against;
    for (const auto& [criterion, effect] : factor.at("effects").items()) {
      ++tested;
      if (!effect.at("clear").get<bool>()) continue;
      lines.push_back({name, criterion, effect.at("mean"), effect.at("low"), effect.at("high"),
                       factor.at("count")});
    }
  }
  if (tested == 0) return text + "  too few children to say\n\n";
  std::stable_sort(lines.begin(), lines.end(), [](const EffectLine& a, const EffectLine& b) {
    return std::abs(a.mean) > std::abs(b.mean);
  });
  const std::size_t shown = std::min(lines.size(), static_cast<std::size_t>(most));
  for (std::size_t i = 0; i < shown; ++i) {
    const EffectLine& line = lines[i];
    text += fmt::format("  {:<42} {:<18} {:+.4f}  [{:+.4f}, {:+.4f}]  {}{}\n", line.factor,
                        line.criterion, line.mean, line.low, line.high, where,
                        counted(line.count, "child", "children"));
  }
  if (shown < lines.size()) {
    text += fmt::format("  and {} more (--most, --json)\n", lines.size() - shown);
  }
  if (lines.empty()) text += fmt::format("  {}\n", none);
  return text + fmt::format("  {} of {} effects are beyond chance (Holm, 5 % over the table)\n\n",
                            lines.size(), tested);
}

std::string steps_text(const Json& steps, int most) {
  const Json& changes = steps.at("changes");
  std::string text = fmt::format(
      "Single steps from the variant ({} of them, {} each, the same for all)\n", changes.size(),
      counted(steps.at("matches").get<std::int64_t>(), "match", "matches"));
  int clear = 0;
  int shown = 0;
  for (const Json& change : changes) {
    const Json& fitness = change.at("fitness");
    if (!fitness.at("clear").get<bool>()) continue;
    ++clear;
    if (shown++ >= most) continue;
    std::string which;
    for (const auto& [criterion, own] : change.at("criteria").items()) {
      if (!own.at("clear").get<bool>()) continue;
      which += fmt::format("{}{} {:+.3f}", which.empty() ? "" : ", ", criterion,
                           own.at("mean").get<double>());
    }
    text +=
        fmt::format("  {:<42} fitness {:+.4f} ± {:.4f}  {}\n", change.at("text").get<std::string>(),
                    fitness.at("mean").get<double>(), fitness.at("se").get<double>(), which);
  }
  if (shown > most) text += fmt::format("  and {} more (--most, --json)\n", shown - most);
  return text + fmt::format("  {} of {} change the fitness by more than chance (Holm, 5 %)\n\n",
                            clear, changes.size());
}

std::string pulls_text(const Json& pulls) {
  std::string text = "Which way the criteria pull\n";
  std::size_t unclear = 0;
  for (const std::string_view verdict : {"conflict", "together"}) {
    for (const Json& pull : pulls) {
      if (pull.at("verdict") != verdict) continue;
      text += fmt::format("  {}\n", pull.at("words").get<std::string>());
    }
  }
  for (const Json& pull : pulls) unclear += pull.at("verdict") == "unclear" ? 1 : 0;
  return text +
         fmt::format("  pairs of which nothing is clear: {} of {}\n\n", unclear, pulls.size());
}

std::string distance_text(const Json& distance) {
  return fmt::format("{:.4f}  = criteria {:.4f} ± {:.4f} + rules {:.4f} + map {:.4f}",
                     distance.at("total").get<double>(),
                     distance.at("criteria").at("mean").get<double>(),
                     distance.at("criteria").at("se").get<double>(),
                     distance.at("rules").get<double>(), distance.at("map").get<double>());
}

std::string target_text_of(const Json& target) {
  const std::string name = target.at("variant");
  const Json& edits = target.at("edits");
  std::string text = fmt::format(
      "How near to {} ({} of each)\n  now {}\n  the maps are {} edits of cost {:g} "
      "apart{}: "
      "{}, {}, {}, {}, bonuses {:g}\n",
      name, counted(target.at("matches").get<std::int64_t>(), "match", "matches"),
      distance_text(target.at("best")), edits.at("exact").get<bool>() ? "exactly" : "at most",
      edits.at("cost").get<double>(), "",
      counted(edits.at("territories").get<int>(), "territory", "territories"),
      counted(edits.at("continents").get<int>(), "continent"),
      counted(edits.at("borders").get<int>(), "border"),
      counted(edits.at("memberships").get<int>(), "membership"), edits.at("bonuses").get<double>());
  if (target.at("swaps").empty()) return text + "  nothing differs\n\n";
  text += fmt::format("  one part of {} at a time, those that close most first:\n", name);
  for (const Json& swap : target.at("swaps")) {
    std::string part = swap.at("part");
    if (swap.contains("from")) {
      part += fmt::format(" {} to {}", swap.at("from").dump(), swap.at("to").dump());
      std::erase(part, '"');
    }
    if (swap.contains("impossible")) {
      text += fmt::format("  {:<36} does not fit: {}\n", part,
                          swap.at("impossible").get<std::string>());
      continue;
    }
    const Json& criteria = swap.at("criteria");
    text += fmt::format(
        "  {:<36} closes {:+.4f}: criteria {:+.4f} ± {:.4f}{}, rules {:+.4f}, map {:+.4f}; the "
        "other way {} moves to {:.4f}\n",
        part, swap.at("closes").get<double>(), -criteria.at("mean").get<double>(),
        criteria.at("se").get<double>(), criteria.at("clear").get<bool>() ? "" : " (chance)",
        target.at("best").at("rules").get<double>() - swap.at("with").at("rules").get<double>(),
        target.at("best").at("map").get<double>() - swap.at("with").at("map").get<double>(), name,
        swap.at("target_with").at("total").get<double>());
  }
  return text + "\n";
}

}  // namespace

std::string explanation_text(const Json& explanation, int most) {
  std::string text =
      fmt::format("{}, by the objective {}\n\n", explanation.at("variant").get<std::string>(),
                  explanation.at("objective").get<std::string>());
  if (explanation.contains("target")) text += target_text_of(explanation.at("target"));
  if (explanation.contains("operators")) {
    text += "Fitness is a distance: what adds to it is for the worse.\n\n";
    text += effects_text(explanation.at("operators"), "What operators did to their children",
                         "no operator changed a criterion by more than chance", most, "");
    text += effects_text(explanation.at("genes"), "What changed genes and sizes did",
                         "no gene changed a criterion by more than chance", most, "changed in ");
  }
  if (explanation.contains("steps")) text += steps_text(explanation.at("steps"), most);
  text += pulls_text(explanation.at("pulls"));
  text.pop_back();
  return text;
}

}  // namespace evorisk::app
