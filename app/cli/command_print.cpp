// evorisk print: a variant to play at a table, as pages to print.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/variant_options.hpp"
#include "app/print/kit.hpp"
#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::app {
namespace {

class PrintCommand final : public Command {
 public:
  std::string name() const override { return "print"; }
  std::string summary() const override {
    return "Write everything needed to play a variant at a table, as pages to print";
  }
  std::string details() const override {
    return "Writes DIR/kit.pdf: a rulebook for exactly this variant, a page of exact odds, "
           "reference cards, the board over one or several sheets, territory cards and troops; and "
           "each page as an SVG picture, besides the whole board as DIR/board.svg. With --out "
           "FILE.pdf there is that file alone. Territories without names get invented ones, which "
           "follow from the seed, as do the coasts.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk print thesis-9 --out kit", "evorisk print war --out war.pdf",
            "evorisk print risk --language pt --paper letter "
            "--sheets 4 --save-ink --no-svg --out risk-kit"};
  }
  void add_options(Options& options) override {
    options.optional_argument("VARIANT", variant_argument_,
                              "A variant file or a library map's name");
    variant_.declare(options);
    options.option("--out", out_, "DIR|FILE.pdf",
                   "Directory to write into, made if missing; or the only file (required)");
    options.choice("--paper", paper_, paper_names, "Paper of all pages");
    options.option("--sheets", sheets_, "N",
                   fmt::format("Sheets of the board, 1 to {}, or auto", most_sheets));
    options.choice("--language", language_, language_names, "English or Portuguese");
    options.flag("--save-ink", save_ink_, "White land with tinted coasts, and no sea");
    options.flag("--no-svg", no_svg_, "Write the PDF only");
    options.common({Common::seed, Common::force});
  }

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: name the directory to write into, or a .pdf file");
    const KitOptions options = read_options(context);
    // Players want the name of their game; the rules are in the rulebook.
    const risk::Variant variant = variant_.resolve(variant_argument_, Naming::plain);
    const std::filesystem::path out(out_);
    const bool alone = out.extension() == ".pdf" && !std::filesystem::is_directory(out);
    const std::filesystem::path directory = alone ? out.parent_path() : out;
    std::vector<KitPage> files = {
        {alone ? out.filename().string() : "kit.pdf", kit_pdf(variant, options)}};
    if (!no_svg_ && !alone) {
      files.push_back({"board.svg", kit_board(variant, options)});
      for (KitPage& page : kit_pages(variant, options)) {
        files.push_back({page.name + ".svg", std::move(page.svg)});
      }
    }
    if (!directory.empty()) make_directory(directory);
    for (const KitPage& file : files) refuse_existing(directory / file.name, context.force);
    auto written = nlohmann::ordered_json::array();
    for (const KitPage& file : files) {
      write_file(directory / file.name, file.svg, Flush::to_system);
      written.push_back(file.name);
    }
    context.print({{"directory", directory.string()}, {"files", written}},
                  (directory / files.front().name).string() + '\n');
    return Exit::done;
  }

 private:
  KitOptions read_options(const Context& context) const {
    KitOptions options;
    const auto index = [](std::span<const std::string_view> names, const std::string& name) {
      return std::find(names.begin(), names.end(), name) - names.begin();
    };
    options.paper = static_cast<Paper>(index(paper_names, paper_));
    options.language = static_cast<Language>(index(language_names, language_));
    options.seed = context.seed.value_or(1);
    options.save_ink = save_ink_;
    if (sheets_ != "auto") {
      const char* end = sheets_.data() + sheets_.size();
      const auto [stopped, problem] = std::from_chars(sheets_.data(), end, options.sheets);
      if (problem != std::errc{} || stopped != end || options.sheets < 1 ||
          options.sheets > most_sheets) {
        throw InputError("--sheets: expected a number from 1 to {} or auto, found \"{}\"",
                         most_sheets, sheets_);
      }
    }
    return options;
  }

  std::string variant_argument_;
  VariantOptions variant_;
  std::string out_;
  std::string paper_ = "a4";
  std::string sheets_ = "auto";
  std::string language_ = "en";
  bool save_ink_ = false;
  bool no_svg_ = false;
};

}  // namespace

std::unique_ptr<Command> make_print_command() {
  return std::make_unique<PrintCommand>();
}

}  // namespace evorisk::app
