// JSON that people write. What is read is looked at as the program would do next, and is the same
// once it is written and read back.
#include <memory>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "experiments/search_study/design.hpp"
#include "experiments/shortlist/shortlist.hpp"
#include "experiments/sweep/sweep.hpp"
#include "experiments/wishes/wishes.hpp"
#include "ga/run/config_file.hpp"
#include "metrics/objective/objective.hpp"
#include "metrics/objective/target.hpp"
#include "risk/agent.hpp"
#include "risk/agents/learned/value.hpp"
#include "risk/match.hpp"
#include "risk/rules/variant.hpp"
#include "tests/fuzz/targets.hpp"

namespace evorisk::fuzz {
namespace {

using Json = nlohmann::ordered_json;

// Reads a document, writes it, and reads that.
template <class Read, class Write>
auto round_trip(const std::string& text, const Read& read, const Write& write) {
  const Json document = parse_json(text, "input");
  auto value = read(JsonView(document, "input"));
  const Json written = write(value);
  require_same(written, write(read(JsonView(written, "written"))));
  return value;
}

void read_variant(const std::string& text) {
  const risk::Variant variant = round_trip(
      text, [](const JsonView& view) { return risk::variant_from_json(view, "."); },
      risk::variant_to_json);
  metrics::own_objective(variant);
  if (variant.territories() > 60 || variant.rules().turn_limit > 200) return;
  const std::vector<std::string> agents(static_cast<std::size_t>(variant.players()), "random");
  risk::MatchPlayer(variant, agents).play({.seed = 1, .purpose = Purpose::test});
}

void read_objective(const std::string& text) {
  round_trip(
      text, [](const JsonView& view) { return metrics::objective_from_json(view); },
      metrics::objective_to_json);
}

void read_config(const std::string& text) {
  const ga::Config config = round_trip(
      text, [](const JsonView& view) { return ga::config_from_json(view, "."); },
      ga::config_to_json);
  ga::check(config, "input");
}

// Lines of "key=value".
void read_settings(const std::string& text) {
  std::vector<std::string> settings;
  for (std::string_view rest = text; !rest.empty();) {
    const auto [line, after] = first_line(rest);
    settings.emplace_back(line);
    rest = after;
  }
  ga::load_config("", settings);
}

void read_wishes(const std::string& text) {
  const experiments::Wishes wishes = round_trip(
      text, [](const JsonView& view) { return experiments::wishes_from_json(view); },
      experiments::wishes_to_json);
  experiments::config_for(wishes, 10'000, 1);
}

void read_shortlist(const std::string& text) {
  const experiments::Shortlist shortlist =
      round_trip(text, experiments::shortlist_from_json, experiments::shortlist_to_json);
  for (std::size_t i = 0; i < shortlist.entries.size() && i < 8; ++i)
    experiments::entry_config(shortlist, i);
}

void read_sweep(const std::string& text) {
  const auto sweep = round_trip(
      text, [](const JsonView& view) { return std::make_unique<experiments::Sweep>(view, "."); },
      [](const auto& read) { return read->to_json(); });
  sweep->run(sweep->runs() - 1);
}

void read_design(const std::string& text) {
  const Json document = parse_json(text, "input");
  const experiments::StudyDesign design(JsonView(document, "input"), ".");
  for (const experiments::StudyRun& run : design.runs()) {
    design.config(run);
    if (run.repetition > 2) break;
  }
}

void read_weights(const std::string& text) {
  round_trip(text, risk::weights_from_json, risk::weights_to_json);
}

constexpr Reader document_readers[] = {
    {"variant", read_variant},
    {"objective", read_objective},
    {"config", read_config},
    {"settings", read_settings},
    {"wishes", read_wishes},
    {"shortlist", read_shortlist},
    {"sweep", read_sweep},
    {"design", read_design},
    {"agent", [](const std::string& text) { risk::make_agent(text); }},
    {"weights", read_weights},
};

}  // namespace

void fuzz_documents(std::string_view input) {
  read_by_kind(document_readers, input);
}

}  // namespace evorisk::fuzz
