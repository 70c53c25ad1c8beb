// Command lines that no subcommand can make sense of.
#include <fmt/format.h>

#include "app/cli/commands.hpp"
#include "app/export/export.hpp"
#include "base/registry.hpp"
#include "tests/app/bad_input.hpp"

namespace evorisk::app {
namespace {

// "a, b, c" of what may follow the program's name or a group.
std::string words_after(const std::string& group) {
  std::string words;
  std::string last;
  for (const CommandRow& row : commands()) {
    std::string name(row.name);
    if (!group.empty()) {
      if (!name.starts_with(group + " ")) continue;
      name.erase(0, group.size() + 1);
    }
    name = name.substr(0, name.find(' '));
    if (name != last) words += (words.empty() ? "" : ", ") + name;
    last = name;
  }
  return words;
}

std::string export_names() {
  return fmt::format("{}", fmt::join(names_of(export_formats()), ", "));
}

}  // namespace

std::vector<BadInput> bad_command_lines() {
  return {
      {"Nothing", {}, {}, Exit::usage, "a subcommand is missing; see \"evorisk --help\""},
      {"UnknownSubcommand",
       {},
       {"mapp"},
       Exit::usage,
       "unknown subcommand \"mapp\"; did you mean \"map\"? Valid: " + words_after("")},
      {"NothingLikeASubcommand",
       {},
       {"chess-variants"},
       Exit::usage,
       "unknown subcommand \"chess-variants\"; valid: " + words_after("")},
      {"UnknownOption",
       {},
       {"--versoin"},
       Exit::usage,
       "unknown option \"--versoin\"; did you mean \"--version\"? Valid: --help, --version"},
      {"GroupWithoutAction",
       {},
       {"map"},
       Exit::usage,
       "an action is missing; see \"evorisk map --help\""},
      {"UnknownAction",
       {},
       {"map", "chekc"},
       Exit::usage,
       "unknown action \"chekc\"; did you mean \"check\"? Valid: " + words_after("map")},
      {"ArgumentMissing", {}, {"map", "check"}, Exit::usage, "MAP is missing"},
      {"MoreContinentsThanTerritories",
       {},
       {"map", "generate", "--territories", "3", "--continents", "5"},
       Exit::usage,
       "continents: 5 is out of range; a map of 3 territories has 1 to 3 continents"},
      {"HighlightOfNoTerritory",
       {},
       {"map", "draw", "risk", "--highlight", "3,42"},
       Exit::usage,
       "--highlight: \"42\" is no territory of this map; they are numbered 0 to 41"},
      {"ExportToNothing",
       {},
       {"export", "two", "--out", "there"},
       Exit::usage,
       "--to: name a format; valid: " + export_names()},
      {"ExportToUnknownFormat",
       {},
       {"export", "two", "--to", "dominaton", "--out", "there"},
       Exit::usage,
       "--to: unknown value \"dominaton\"; did you mean \"domination\"? Valid: " + export_names()},
      {"ExportAddressUnused",
       {},
       {"export", "two", "--to", "board", "--address", "http://a.org", "--out", "there"},
       Exit::usage,
       "--address: only --to tts looks for its pictures at an address"},
      {"MapDrawnAsPng",
       {},
       {"map", "draw", "two", "--out", "two.png"},
       Exit::usage,
       "--out: a drawing is SVG; name an .svg file"},
      {"ExportAddressIsNone",
       {},
       {"export", "two", "--to", "tts", "--address", "my files", "--out", "there"},
       Exit::usage,
       "--address: expected http://, https:// or file:// at its beginning"},
      {"ExportWithoutDirectory",
       {},
       {"export", "two", "--to", "board"},
       Exit::usage,
       "--out: name the directory to write into"},
      {"ExportOfMoreThanTheProgramTellsApart",
       {},
       {"export", "--map", "huge.json", "--to", "domination", "--out", "there"},
       Exit::usage,
       "Domination tells at most 254 territories apart; this board has 260",
       "evorisk map generate --territories 260 --continents 20 --seed 2 --out huge.json"},
      {"PrintWithoutDirectory",
       {},
       {"print", "two"},
       Exit::usage,
       "--out: name the directory to write into, or a .pdf file"},
      {"PrintWithLongTitle",
       {},
       {"print", "two", "--out", "k", "--title", std::string(201, 'a')},
       Exit::usage,
       "--title: has 201 letters; at most 200 are possible"},
      {"PrintByLongName",
       {},
       {"print", "two", "--out", "k", "--by", std::string(201, 'a')},
       Exit::usage,
       "--by: has 201 letters; at most 200 are possible"},
      {"ExportByLongName",
       {},
       {"export", "two", "--to", "tts", "--out", "k", "--by", std::string(201, 'a')},
       Exit::usage,
       "--by: has 201 letters; at most 200 are possible"},
      {"PrintOnUnknownPaper",
       {},
       {"print", "two", "--out", "kit", "--paper", "papyrus"},
       Exit::usage,
       "--paper: unknown value \"papyrus\"; valid: a4, letter"},
      {"PrintInUnknownLanguage",
       {},
       {"print", "two", "--out", "kit", "--language", "latin"},
       Exit::usage,
       "--language: unknown value \"latin\"; valid: en, pt"},
      {"PrintOnNoSheets",
       {},
       {"print", "two", "--out", "kit", "--sheets", "0"},
       Exit::usage,
       "--sheets: expected a number from 1 to 24 or auto, found \"0\""},
      {"PrintOnSheetsInWords",
       {},
       {"print", "two", "--out", "kit", "--sheets", "4x"},
       Exit::usage,
       "--sheets: expected a number from 1 to 24 or auto, found \"4x\""},
      {"PrintNothing",
       {},
       {"print", "--out", "kit"},
       Exit::usage,
       "name a variant (a file or a library map) or give --map NAME"},
      {"PrintBelowAFile",
       {{"file", "text"}},
       {"print", "two", "--out", "file/kit", "--no-svg"},
       Exit::failure,
       "cannot make directory file/kit: Not a directory"},
      {"OneArgumentTooMany",
       {},
       {"map", "convert", "two", "risk"},
       Exit::usage,
       "unexpected argument \"risk\""},
      {"ValueMissing", {}, {"map", "convert", "two", "--out"}, Exit::usage, "--out needs a value"},
      {"OptionTwice",
       {},
       {"map", "convert", "two", "--out", "a", "--out", "b"},
       Exit::usage,
       "--out is given more than once"},
      {"FlagWithAValue", {}, {"list", "maps", "--json=yes"}, Exit::usage, "--json takes no value"},
  };
}

}  // namespace evorisk::app
