// evorisk print: a variant to play at a table, as pages to print.

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/print/kit.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/reading/number_in.hpp"

namespace evorisk::app {
namespace {

class PrintCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: name the directory to write into, or a .pdf file");
    const KitOptions options = read_options();
    // Players want the name of their game; the rules are in the rulebook.
    const risk::Variant variant =
        with_title(variant_.resolve(variant_argument_, Naming::plain), title_);
    auto notes = nlohmann::ordered_json::array();
    for (const Message& note : notes_on_letters(variant)) {
      context.note(note.text());
      notes.push_back(note.text());
    }
    const std::filesystem::path out(out_);
    const bool alone = is_named(out_, ".pdf") && !std::filesystem::is_directory(out);
    const std::filesystem::path directory = alone ? out.parent_path() : out;
    std::vector<NamedFile> files = {
        {alone ? out.filename().string() : "kit.pdf", kit_pdf(variant, options)}};
    if (!no_svg_ && !alone) {
      files.push_back({"board.svg", kit_board(variant, options)});
      for (KitPage& page : kit_pages(variant, options)) {
        files.push_back({page.name + ".svg", std::move(page.svg)});
      }
    }
    const std::vector<std::string> written = write_files(directory, files, force_);
    if (force_ && !no_svg_ && !alone) remove_other_pages(directory, written);
    return context.result({{"directory", directory.string()}, {"files", written}, {"notes", notes}},
                          (directory / files.front().name).string() + '\n');
  }

  // The pages of the kit that is replaced may be more, or others. They go when the new ones are
  // there.
  static void remove_other_pages(const std::filesystem::path& directory,
                                 const std::vector<std::string>& kept) {
    constexpr std::array<std::string_view, 8> pages = {"assembly", "board",     "cards", "missions",
                                                       "odds",     "reference", "rules", "tokens"};
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      const std::string name = entry.path().filename().string();
      if (std::ranges::find(kept, name) != kept.end()) continue;
      const std::string stem = entry.path().stem().string();
      const std::size_t dash = std::min(stem.find('-'), stem.size());
      if (entry.path().extension() == ".svg" &&
          std::ranges::find(pages, std::string_view(stem).substr(0, dash)) != pages.end() &&
          number_in<unsigned>(stem.substr(std::min(dash + 1, stem.size())))) {
        std::filesystem::remove(entry.path());
      }
    }
  }

  KitOptions read_options() const {
    KitOptions options;
    const auto index = [](std::span<const std::string_view> names, const std::string& name) {
      return std::find(names.begin(), names.end(), name) - names.begin();
    };
    options.paper = static_cast<Paper>(index(paper_names, paper_));
    options.language = language_named(language_);
    options.seed = seed_;
    options.save_ink = save_ink_;
    refuse_long("--by", by_);
    options.by = by_;
    if (sheets_ != "auto") {
      options.sheets = number_in<int>(sheets_).value_or(0);
      if (options.sheets < 1 || options.sheets > most_sheets) {
        throw InputError("--sheets: expected a number from 1 to {} or auto, found \"{}\"",
                         most_sheets, sheets_);
      }
    }
    return options;
  }

  const std::string& variant_argument_ = optional_argument("VARIANT");
  const VariantOptions variant_{*this};
  const std::string& out_ = option("--out", "DIR|FILE.pdf");
  const std::string& title_ = option("--title", "TEXT");
  const std::string& by_ = option("--by", "NAME");
  const std::string& paper_ = choice("--paper", paper_names, "a4");
  const std::string& sheets_ = option("--sheets", "N", "auto");
  const std::string& language_ = choice("--language", language_names, "en");
  const bool& save_ink_ = flag("--save-ink");
  const bool& no_svg_ = flag("--no-svg");
  const std::uint64_t& seed_ = seed();
  const bool& force_ = force();
};

}  // namespace

const CommandRow print_command{"print", make<PrintCommand>};

}  // namespace evorisk::app
