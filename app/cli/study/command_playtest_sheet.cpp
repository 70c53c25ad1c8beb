// evorisk playtest sheet: questions to print, for a match at a table.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/print/kit.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/playtest/sheet.hpp"

namespace evorisk::app {
namespace {

class PlaytestSheetCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const risk::Variant variant = source_.resolve(variant_, Naming::plain);
    if (!is_named(out_, ".pdf")) throw InputError("--out: name the .pdf file to write");
    refuse_existing(out_, force_);
    KitOptions options;
    options.paper =
        static_cast<Paper>(std::ranges::find(paper_names, paper_) - std::begin(paper_names));
    options.language = language_named(language_);
    make_directory(directory_);
    const std::string code = experiments::new_sheet(directory_, variant);
    write_file(out_, sheet_pdf(variant, options, code), Flush::to_system);
    return context.result({{"code", code}, {"file", out_}}, code + '\n' + out_ + '\n');
  }

  const std::string& variant_ = optional_argument("VARIANT");
  const VariantOptions source_{*this};
  const std::string& out_ = option("--out", "FILE.pdf");
  const std::string& directory_ = option("--dir", "DIR", "results/play");
  const std::string& paper_ = choice("--paper", paper_names, "a4");
  const std::string& language_ = choice("--language", language_names, "en");
  const bool& force_ = force();
};

}  // namespace

const CommandRow playtest_sheet_command{"playtest sheet", make<PlaytestSheetCommand>};

}  // namespace evorisk::app
