#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/report/studies.hpp"
#include "app/text/evaluation.hpp"
#include "app/text/lists.hpp"
#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::app {
namespace {

// Ten variants: three of the thesis' small maps, three of its large ones, a map of each kind there
// is besides, and the two classics.
constexpr std::array default_variants = {"thesis-1", "thesis-4", "thesis-6",  "thesis-7",
                                         "thesis-8", "thesis-9", "thesis-10", "mirror-12",
                                         "risk",     "war"};

class StudyAgentsCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const auto tables = split_tables(agents_.empty() ? std::vector<std::string>{"all"} : agents_);
    if (tables.size() < 2) throw InputError("--agents: a study needs two tables of agents or more");
    if (markdown_ && context.json) throw InputError("--markdown and --json exclude each other");
    std::vector<risk::Variant> variants;
    if (!svg_.empty()) {
      refuse_existing(svg_, force_);
      make_directory(std::filesystem::absolute(svg_).parent_path());
    }
    if (variants_.empty()) variants_.assign(default_variants.begin(), default_variants.end());
    if (variants_.size() < 2) throw InputError("a ranking needs two variants or more");
    for (const std::string& variant : variants_) variants.push_back(risk::load_variant(variant));
    const std::vector<metrics::Objective> objectives =
        score_.objectives(context, variants, variants_);

    std::vector<std::string> names;
    for (const auto& table : tables) names.push_back(table_name(table));
    Progress progress =
        context.progress("study", matches_ * std::ssize(variants) * std::ssize(tables), "matches");
    const auto study =
        experiments::study_agents(variants, tables, objectives, matches_, seed_, threads_,
                                  {&context.interruption(), progress.counter()});
    progress.finish();
    if (!study) {
      return context.interrupted("interrupted: a study is nothing until it is complete");
    }
    nlohmann::ordered_json json = {{"seed", seed_}, {"matches", matches_}};
    for (const metrics::Objective& one : objectives) json["objectives"].push_back(one.name);
    add_agent_study(json, *study, names);
    std::string text = agent_study_text(*study, names, markdown_);
    if (std::ranges::count(objectives, objectives.front()) != std::ssize(objectives)) {
      text += "\nEach variant is scored by its own objective, and these differ.\n";
    }
    context.result(json, text);
    if (!svg_.empty()) {
      context.flush();
      write_file(svg_, agent_study_picture(*study, names));
      if (!context.json) context.note("wrote " + svg_);
    }
    return context.forfeited(study->forfeits);
  }

  std::vector<std::string>& variants_ = arguments("VARIANT", 0, 64);
  const std::vector<std::string>& agents_ = repeatable("--agents", "A;B");
  const std::int64_t& matches_ = long_integer("--matches", 1000, 30, std::int64_t{1'000'000'000});
  const ScoreOptions score_{*this};
  const std::string& svg_ = option("--svg", "FILE");
  const bool& markdown_ = flag("--markdown");
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
  const bool& force_ = force();
};

}  // namespace

const CommandRow study_agents_command{"study agents", make<StudyAgentsCommand>};

}  // namespace evorisk::app
