// What a designer asks for in plain terms, and the search that breeds it.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "metrics/criteria/minutes.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

// Whole numbers, both ends included; an end that is missing does not matter.
struct WishedRange {
  std::optional<int> least;
  std::optional<int> most;
  bool open() const { return !least && !most; }
  friend bool operator==(const WishedRange&, const WishedRange&) = default;
};
// {"at_least": 60, "at_most": 90}, each where it is set.
nlohmann::ordered_json wished_range_json(const WishedRange& range);
// "60..90", "..24", "5.." or "5". `source` starts messages. Throws InputError.
WishedRange range_from_text(const std::string& text, int lowest, int highest,
                            const std::string& source);

struct Wishes {
  std::optional<int> players;  // 2 ... 6; not set: the seats of the start, else 2
  WishedRange minutes;         // at the table, by the model of metrics/criteria/minutes.hpp
  WishedRange territories;
  WishedRange continents;
  std::string rules = "new";  // how far they may differ from Risk's: classic, new, wild
  std::string luck = "any";   // any (does not matter), luck, balanced, skill
  std::string start;          // "" (generated boards), a library map, a map file, a variant file
  std::shared_ptr<const risk::Variant> given;  // instead: the variant to start from
  std::vector<std::string> keep;               // of the start (ga/operators/keep.hpp)
  metrics::TableSeconds seconds;               // of the people who will play
  // What is aimed at instead of the usual criteria; the other wishes hold beside it. Its seconds
  // serve where these are the usual ones.
  std::optional<metrics::Objective> objective;
};

// {"format": 1, "players": 4, "minutes": [60, 90], "territories": {"at_most": 24}, "continents": 5,
// "rules": "new", "luck": "skill", "start": "risk", "keep": ["rules"], "seconds": {"roll": 9},
// "objective": "learned.json"}; each may be missing. A range is a number, [least, most], an object
// of at_least and at_most, or a text as above; the start may be a variant in place. A relative path
// begins at `base_directory`. Throws InputError.
Wishes wishes_from_json(const JsonView& view, const std::string& base_directory = ".");
nlohmann::ordered_json wishes_to_json(const Wishes& wishes);
// experiments/schema/wishes.schema.json
nlohmann::ordered_json wishes_schema();

// A wish as the option of a command, from the table of keys: each but the format has one.
struct WishOption {
  enum class Kind { number, text, list, members };
  std::string key;          // "minutes"
  Kind kind;                // of its value in a file
  std::string placeholder;  // "RANGE", "classic|new|wild"
  std::string meaning;      // without a full stop at its end
};
std::vector<WishOption> wish_options();

// Who judges what is bred: what one agent finds fair, another often does not.
inline const std::vector<std::string> usual_judges = {"cautious", "strategist"};

// What the wishes start from, with names for all its parts; nothing where boards are generated.
// Throws InputError.
std::optional<risk::Variant> start_of(const Wishes& wishes);

// Of the search for a single variant.
inline constexpr std::int64_t usual_matches = 1'000'000;

// The search for such a variant, with about so many matches, the final evaluation included (from
// 100). Throws InputError with the reason where wishes contradict each other, the start or what is
// kept of it. With several judges the worst verdict counts, and the first, which should be the
// fastest, also screens.
ga::Config config_for(const Wishes& wishes, std::int64_t matches, std::uint64_t seed,
                      const std::vector<std::string>& judges = usual_judges);

// experiments/wishes/rules.json
std::string_view rules_text();

}  // namespace evorisk::experiments
