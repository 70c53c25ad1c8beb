// evorisk playtest enter: the answers on a printed sheet, typed in.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/playtest/answers.hpp"
#include "experiments/playtest/sheet.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

class PlaytestEnterCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const std::string code = experiments::read_code(code_);
    const auto file = experiments::sheet_file(directory_, code);
    if (!file_exists(file))
      throw InputError("there is no sheet {} in {}; --dir names where its sheet was made", code,
                       directory_);
    const risk::Variant variant = experiments::read_sheet(file);
    Json noted = Json::object();
    if (minutes_) noted["minutes"] = *minutes_;
    if (turns_) noted["turns"] = *turns_;
    const Json answers = answers_of(variant);
    if (answers.is_null() && noted.empty())
      throw InputError("nothing to enter: give answers (--seat 1 --fun 4), --minutes or --turns");
    experiments::add_sheet_answers(
        file, variant, answers, who_, noted,
        force_ ? experiments::Earlier::replaced : experiments::Earlier::kept);
    const std::string stored = experiments::answers_file(file).string();
    return context.result({{"code", code}, {"variant", variant.name()}, {"stored", stored}},
                          fmt::format("{}: {}\n", variant.name(), stored));
  }

  // Null where no person's answers are given.
  Json answers_of(const risk::Variant& variant) const {
    Json answers = Json::object();
    for (std::size_t i = 0; i < given_.size(); ++i) {
      if (*given_[i]) answers[std::string(experiments::questions()[i].name)] = **given_[i];
    }
    if (!comment_.empty()) answers["comment"] = comment_;
    if (!seat_) {
      if (!answers.empty() || !who_.empty())
        throw InputError("--seat: whose answers are they? The sheet numbers the players from 1");
      return {};
    }
    if (answers.empty()) throw InputError("--seat: give what player {} answered", *seat_);
    if (*seat_ > variant.players())
      throw InputError("--seat: {} has {} players", variant.name(), variant.players());
    answers["seat"] = *seat_ - 1;
    return answers;
  }

  const std::string& code_ = argument("CODE");
  const std::string& directory_ = option("--dir", "DIR", "results/play");
  const std::optional<std::int64_t>& seat_ = optional_integer("--seat", 1, risk::max_players);
  const std::string& who_ = option("--who", "NAME");
  // In the order of questions().
  const std::vector<const std::optional<std::int64_t>*> given_ = {
      &optional_integer("--fun", 1, experiments::highest_answer),
      &optional_integer("--fair", 1, experiments::highest_answer),
      &optional_integer("--too-long", 1, experiments::highest_answer),
      &optional_integer("--tense", 1, experiments::highest_answer),
      &optional_integer("--again", 1, experiments::highest_answer)};
  const std::string& comment_ = option("--comment", "TEXT");
  const std::optional<double>& minutes_ =
      optional_number("--minutes", 1, experiments::longest_match);
  const std::optional<std::int64_t>& turns_ = optional_integer("--turns", 1, 100'000);
  const bool& force_ = force();
};

}  // namespace

const CommandRow playtest_enter_command{"playtest enter", make<PlaytestEnterCommand>};

}  // namespace evorisk::app
