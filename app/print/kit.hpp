// Print and play: everything needed to play a variant at a table, as pages to print.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/words/language.hpp"
#include "base/message.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {

enum class Paper { a4, letter };

// As on the command line, in the order of the enum.
inline constexpr std::string_view paper_names[] = {"a4", "letter"};

// Sheets of the board.
inline constexpr int most_sheets = 24;

struct KitOptions {
  Paper paper = Paper::a4;
  int sheets = 0;  // of the board: 1 ... most_sheets; 0: enough to give every territory room
  Language language = Language::english;
  std::uint64_t seed = 1;  // of invented names and coast lines
  bool save_ink = false;   // white land with tinted coasts instead of coloured areas
  std::string by = {};     // who designed the game, for its title; empty: not said
};

// A page as a picture of its own.
struct KitPage {
  std::string name;  // "board-1", "cards-2": fit for a file name, distinct in a kit
  std::string svg;
};

// The variant with a name for every territory and continent, as the kit prints them: those of the
// classic board in its language, where the map has no others.
risk::Variant with_all_names(const risk::Variant& variant, std::uint64_t seed = 1,
                             Language language = Language::english);

// What is to be said of the letters on print: which ones of the names the fonts would show as
// boxes; empty where there are none.
std::vector<Message> notes_on_letters(const risk::Variant& variant);

// The kit as one PDF, in the order of use: rulebook, board, cards, tokens. The same variant and
// options give the same bytes. Takes some tenths of a second. Throws InputError for a number of
// sheets out of range, SystemError when the fonts are missing. Thread-safe.
std::string kit_pdf(const risk::Variant& variant, const KitOptions& options = {});

// The same pages as SVG.
std::vector<KitPage> kit_pages(const risk::Variant& variant, const KitOptions& options = {});

// The whole board as one picture, without cutting it into sheets.
std::string kit_board(const risk::Variant& variant, const KitOptions& options = {});

// The questions after a match, for each player of the variant, on one page, with the code by which
// the answers are typed in. Otherwise as kit_pdf().
std::string sheet_pdf(const risk::Variant& variant, const KitOptions& options,
                      const std::string& code);

}  // namespace evorisk::app
