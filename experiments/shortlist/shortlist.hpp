// A shortlist: variants that differ, one bred for each of several wishes.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"

namespace evorisk::experiments {

// Of a shortlist. The numbers of entries are added to its seed.
inline constexpr std::size_t most_entries = 99;
inline constexpr std::int64_t most_seed =
    std::numeric_limits<std::int64_t>::max() - static_cast<std::int64_t>(most_entries);

struct ShortlistEntry {
  std::string title;   // no numbers: the wishes of the command line may change them
  std::string wishes;  // JSON text of an object (experiments/wishes)
};

// What is bred, as data: everything that the results depend on. `experiments/shortlist.json` and
// `gallery.json` are such files, with other numbers; these are what a file has that names none:
// {"format": 1, "title": "...", "matches": 150000, "agents": ["cautious", "strategist"],
//  "fairness": 0.1, "completeness": 0.8, "finalists": 10, "screen": 400, "fresh_matches": 2000,
//  "seed": 1, "shortlist": [{"title": "...", wishes ...}, ...]}
struct Shortlist {
  std::string title = "A shortlist";
  // Of the search for each entry, roughly, under all agents together: 100 ... 10^12.
  std::int64_t matches = 150'000;
  // By which variants are bred and judged, the weak one first: 1 ... 8, each in all seats of its
  // matches.
  std::vector<std::string> agents = {"cautious", "strategist"};
  double fairness = 0.1;              // the largest advantage of a seat that is fair, 0 ... 1
  double completeness = 0.8;          // the least share of matches with a winner, 0 ... 1
  int finalists = 10;                 // of each search, from which the winner is chosen, 1 ... 1000
  std::int64_t screen = 400;          // matches of each candidate under each agent, from 2
  std::int64_t fresh_matches = 2000;  // of each winner under each agent, from 2
  std::uint64_t seed = 1;             // entry i is bred with seed + i
  std::vector<ShortlistEntry> entries;
};

// Whether a document is a shortlist and not the configuration of one run.
bool is_shortlist(const nlohmann::ordered_json& document);
// Reads every entry's wishes, too, as far as they can be read alone. Throws InputError.
Shortlist shortlist_from_json(const JsonView& view);
nlohmann::ordered_json shortlist_to_json(const Shortlist& shortlist);
// experiments/schema/shortlist.schema.json
nlohmann::ordered_json shortlist_schema();

// Narrows every entry by `wishes` (an object). A range: what it has in common with the entry's;
// where that is little or nothing, the entry's share: half of the range, a later half for each, so
// that entries go on to differ. Anything else takes the place of the entry's. A wish for the board
// ends what an entry keeps of a given one; what the entry has of its own and does not fit, a range
// or the board to start from, gives way. Where there is one entry alone, each wish takes the place
// of its own, and nothing gives way. Wishes that go together have to come together
// (add_wishes). What files say is copied. Throws InputError for wishes that cannot be read.
void narrow(Shortlist& shortlist, const JsonView& wishes);

// A shortlist of one entry, with the usual effort of a search for a single variant. `wishes`: JSON
// text of an object.
Shortlist shortlist_of_one(std::string title, std::string wishes = "{}");

// Wishes (an object) beside those of `all`, in whose place they come: but what is to be kept is
// kept together, and seconds that are not given stay. What files say is copied; a relative path
// begins at `base_directory`. Throws InputError.
void add_wishes(nlohmann::ordered_json& all, const JsonView& more,
                const std::string& base_directory = ".");

// "key=value" settings, the value JSON or else text: a member of the shortlist ("matches=1000"),
// but for its entries; anything else is a wish, and returned. Throws InputError.
nlohmann::ordered_json set_members(Shortlist& shortlist, std::span<const std::string> settings);

// "1-small-and-quick": the directory of an entry's run.
std::string entry_directory(const Shortlist& shortlist, std::size_t entry);

// The configuration of that run. Throws InputError for wishes that cannot be bred.
ga::Config entry_config(const Shortlist& shortlist, std::size_t entry);

}  // namespace evorisk::experiments
