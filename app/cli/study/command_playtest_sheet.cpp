// evorisk playtest sheet, evorisk playtest enter: answers of printed matches, on paper.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/print/kit.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/names.hpp"
#include "experiments/playtest/answers.hpp"
#include "experiments/playtest/sheets.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

class PlaytestSheetCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: name the PDF to write");
    if (first_ + matches_ > experiments::most_sheet_matches)
      throw InputError("--first and --matches: a variant has {} codes",
                       experiments::most_sheet_matches);
    refuse_existing(out_, force_);
    const risk::Variant variant = variant_.resolve(variant_argument_, Naming::plain);
    KitOptions options;
    options.paper = paper_ == paper_names[0] ? Paper::a4 : Paper::letter;
    options.language = language_named(language_);
    std::vector<std::string> codes;
    for (int i = 0; i < matches_; ++i) {
      codes.push_back(experiments::sheet_code(variant, first_ + i));
    }
    write_file(out_, answer_sheets_pdf(variant, codes, options), Flush::to_system);
    return context.result({{"file", out_}, {"codes", codes}}, out_ + '\n');
  }

  const std::string& variant_argument_ = optional_argument("VARIANT");
  const VariantOptions variant_{*this};
  const std::string& out_ = option("--out", "FILE.pdf");
  const int& matches_ = integer("--matches", 1, 1, experiments::most_sheet_matches);
  const int& first_ = integer("--first", 0, 0, experiments::most_sheet_matches - 1);
  const std::string& paper_ = choice("--paper", paper_names, "a4");
  const std::string& language_ = choice("--language", language_names, "en");
  const bool& force_ = force();
};

class PlaytestEnterCommand final : public Command {
 public:
  explicit PlaytestEnterCommand(const Options& options) : Command(options) {
    for (const experiments::Question& question : experiments::questions()) {
      std::string name = "--" + std::string(question.name);
      std::ranges::replace(name, '_', '-');
      values_.push_back(&optional_integer(name, 1, 5));
    }
  }

 private:
  Exit run(Context& context) override {
    const risk::Variant variant = variant_.resolve(variant_argument_, Naming::plain);
    if (code_.empty()) throw InputError("--code: give the code that stands on the sheet");
    const int match = experiments::match_of_code(code_, variant);
    if (!seat_)
      throw InputError("--seat: say whose answers these are: 0 to {}", variant.players() - 1);
    Json answers = {{"seat", *seat_}};
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (*values_[i]) answers[std::string(experiments::questions()[i].name)] = **values_[i];
    }
    if (answers.size() == 1 && comment_.empty())
      throw InputError(
          "no answer is given; --fun, --fair, --too-long, --tense, --again or --comment");
    if (!comment_.empty()) answers["comment"] = comment_;
    Json of_match = Json::object();
    if (minutes_) of_match["minutes"] = *minutes_;
    if (winner_) of_match["winner"] = *winner_;
    if (winner_ && *winner_ >= variant.players())
      throw InputError("--winner: there are seats 0 to {}", variant.players() - 1);
    make_directory(directory_);
    const std::string file = experiments::enter_answers(directory_, variant, match,
                                                        JsonView(answers, "--seat"), of_match)
                                 .string();
    return context.result({{"file", file}}, file + '\n');
  }

  const std::string& variant_argument_ = optional_argument("VARIANT");
  const VariantOptions variant_{*this};
  const std::string& code_ = option("--code", "CODE");
  const std::optional<std::int64_t>& seat_ = optional_integer("--seat", 0, risk::max_players - 1);
  std::vector<const std::optional<std::int64_t>*> values_;
  const std::string& comment_ = option("--comment", "TEXT");
  const std::optional<std::int64_t>& minutes_ = optional_integer("--minutes", 1, 6000);
  const std::optional<std::int64_t>& winner_ =
      optional_integer("--winner", 0, risk::max_players - 1);
  const std::string& directory_ = option("--out", "DIR", "results/playtests");
};

}  // namespace

const CommandRow playtest_sheet_command{"playtest sheet", make<PlaytestSheetCommand>};
const CommandRow playtest_enter_command{"playtest enter", make<PlaytestEnterCommand>};

}  // namespace evorisk::app
