// A variant as files of the programs in which people play.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/print/board.hpp"
#include "app/print/kit.hpp"
#include "app/print/pages.hpp"
#include "app/text/words/language.hpp"
#include "base/files.hpp"
#include "maps/formats/foreign.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {

struct Export {
  std::vector<NamedFile> files;  // the first is the one that people open
  std::vector<Message> notes;    // what the format cannot hold, and what is left to be done by hand
};

// What all formats are made of.
class ExportSource {
 public:
  // Of `options`, the language, the seed and the designer count. `address` is where programs will
  // find the files, for those that name files by address; it ends in a slash. Throws SystemError
  // when the fonts are missing.
  ExportSource(const risk::Variant& variant, const KitOptions& options, std::string address = "");
  ExportSource(const ExportSource&) = delete;
  ExportSource& operator=(const ExportSource&) = delete;

  const risk::Variant& variant() const { return variant_; }  // everything has a name
  const maps::Map& map() const { return variant_.map(); }
  const KitOptions& options() const { return options_; }
  const kit::Board& board() const { return board_; }  // for screens
  const Wording& words() const { return wording(options_.language); }
  // What the drawing functions of kits take.
  kit::Subject subject() const { return {variant_, options_, board_}; }
  const std::string& address() const { return address_; }
  // What names of files begin with.
  const std::string& stem() const { return stem_; }
  // The median radius of the places for troops, in the board's units.
  double median_radius() const;

 private:
  risk::Variant variant_;
  KitOptions options_;
  kit::Board board_;
  std::string stem_;
  std::string address_;
};

struct ExportFormat {
  std::string_view name;
  std::string_view summary;  // one sentence
  // Throws InputError for a variant that the program cannot hold.
  Export (*write)(const ExportSource& source);
};

// In the order of their names.
std::span<const ExportFormat> export_formats();

Export export_board(const ExportSource& source);
Export export_conquest(const ExportSource& source);
Export export_domination(const ExportSource& source);
Export export_tts(const ExportSource& source);
Export export_vassal(const ExportSource& source);
Export export_warzone(const ExportSource& source);

}  // namespace evorisk::app
