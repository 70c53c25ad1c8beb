#include "experiments/shortlist/shortlist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/key_table.hpp"
#include "base/names.hpp"
#include "base/utf8.hpp"
#include "experiments/wishes/wishes.hpp"
#include "ga/run/config_file.hpp"
#include "risk/agent.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

// The ranges of wishes, by their keys.
struct RangeKey {
  const char* key;
  WishedRange Wishes::*range;
};
constexpr std::array range_keys = {RangeKey{"minutes", &Wishes::minutes},
                                   RangeKey{"territories", &Wishes::territories},
                                   RangeKey{"continents", &Wishes::continents}};

Json wish_to_json(const WishedRange& range) {
  if (range.least && range.most) return {*range.least, *range.most};
  return wished_range_json(range);
}

// Part `part` of `parts` of a range. Parts are half as wide as the range and overlap, because a
// search can hardly keep minutes within a few. An open end is taken to be at half or twice the
// other.
WishedRange share(const WishedRange& range, std::size_t part, std::size_t parts) {
  const int low = range.least.value_or(range.most.value_or(0) / 2);
  const int high = range.most.value_or(2 * low);
  const double width = (high - low) / 2.0;
  const double from =
      low + (high - low - width) * static_cast<double>(part) / static_cast<double>(parts - 1);
  return {static_cast<int>(from), static_cast<int>(from + width)};
}

// What an entry's range has in common with the wish, or its share of that.
WishedRange narrowed(const WishedRange& own, const WishedRange& wish, std::size_t part,
                     std::size_t parts) {
  constexpr int most = std::numeric_limits<int>::max();
  // A range that the entry leaves open is shared out: six boards of one size are dull.
  if (!own.least && !own.most) return share(wish, part, parts);
  const int low = std::max(own.least.value_or(0), wish.least.value_or(0));
  const int high = std::min(own.most.value_or(most), wish.most.value_or(most));
  // So little in common that neither is meant by it.
  const bool closed = wish.least && wish.most && own.least && own.most;
  const bool cut =
      closed && high - low < *own.most - *own.least && high - low < (*wish.most - *wish.least) / 2;
  if (low > high || cut) return share(wish, part, parts);
  WishedRange both;
  if (low > 0) both.least = low;
  if (high < most) both.most = high;
  return both;
}

ShortlistEntry entry_from_json(const JsonView& view) {
  Json wishes = view.raw();
  ShortlistEntry entry{view.at("title").text(), ""};
  const bool named =
      std::ranges::any_of(entry.title, [](unsigned char c) { return std::isalnum(c) != 0; });
  if (!named) view.at("title").fail("expected a title with letters");
  wishes.erase("title");
  wishes_from_json(JsonView(wishes, view.source(), view.path()));
  entry.wishes = wishes.dump();
  return entry;
}

// A shortlist's entry: its title and wishes.
Json entry_schema() {
  Json schema = wishes_schema();
  for (const char* of_a_file : {"$schema", "title", "description"}) schema.erase(of_a_file);
  Json properties = Json::object();
  properties["title"] = {{"description", "What the page calls it."}, {"type", "string"}};
  schema["properties"].erase("format");
  properties.update(schema["properties"]);
  schema["properties"] = std::move(properties);
  schema["required"] = Json::array({"title"});
  return schema;
}

constexpr std::int64_t most_matches = std::int64_t{1} << 40;

const KeyTable<Shortlist>& shortlist_keys() {
  using Directory = const std::string&;
  static const KeyTable<Shortlist> keys = {
      required(format_key<Shortlist>()),
      text_key("title", &Shortlist::title, "The title of the page."),
      integer_key("matches", &Shortlist::matches, 100, most_matches,
                  "Matches of the search for each entry, under all agents together."),
      value_key(
          "agents",
          {{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", 1}, {"maxItems", 8}},
          &Shortlist::agents,
          [](const JsonView& view, Directory) {
            std::vector<std::string> agents = view.texts();
            if (agents.empty() || agents.size() > 8) {
              view.fail("expected 1 to 8 agents");
            }
            for (const std::string& agent : agents) risk::make_agent(agent);
            return agents;
          },
          std::identity(),
          "By which variants are bred and judged, each in all seats of its matches."),
      number_key("fairness", &Shortlist::fairness, 0, 1, "The largest advantage of a seat."),
      number_key("completeness", &Shortlist::completeness, 0, 1,
                 "The least share of the matches that have a winner."),
      integer_key("finalists", &Shortlist::finalists, 1, 1000,
                  "Candidates of each search from which the winner is chosen."),
      integer_key("screen", &Shortlist::screen, 2, most_matches,
                  "Matches of each of them under each agent, before the choice."),
      integer_key("fresh_matches", &Shortlist::fresh_matches, 2, most_matches,
                  "Matches of each winner under each agent, which no choice has used."),
      integer_key("seed", &Shortlist::seed, 0, most_seed, "Entry i is bred with seed + i."),
      required(custom_key<Shortlist>(
          "shortlist",
          {{"type", "array"},
           {"minItems", 1},
           {"maxItems", most_entries},
           {"items", entry_schema()}},
          [](const JsonView& view, Shortlist& all, Directory) {
            all.entries.clear();
            for (const JsonView& entry : view.items()) {
              all.entries.push_back(entry_from_json(entry));
            }
            if (all.entries.empty() || all.entries.size() > most_entries) {
              view.fail("expected 1 to {} entries", most_entries);
            }
          },
          [](const Shortlist& all) {
            Json entries = Json::array();
            for (const ShortlistEntry& entry : all.entries) {
              entries.emplace_back(Json{{"title", entry.title}}).update(parse_json(entry.wishes));
            }
            return entries;
          },
          "The entries: a title, and wishes as in a file of wishes.")),
  };
  return keys;
}

}  // namespace

bool is_shortlist(const Json& document) {
  return document.is_object() && document.contains("shortlist");
}

Shortlist shortlist_from_json(const JsonView& view) {
  view.format(1);
  Shortlist all;
  shortlist_keys().read(view, all);
  return all;
}

Json shortlist_to_json(const Shortlist& all) {
  return shortlist_keys().write(all);
}

Json shortlist_schema() {
  return named_schema("evorisk shortlist, format 1",
                      "Variants to breed, one for each entry's wishes: `evorisk evolve FILE`.",
                      shortlist_keys().schema(Shortlist()));
}

namespace {

// Of a setting that is neither a member of a shortlist nor a wish.
[[noreturn]] void refuse_setting(const std::string& setting, const Json& members,
                                 const Json& wishes) {
  const std::string key = setting.substr(0, setting.find_first_of(".="));
  if (ga::config_schema()["properties"].contains(key)) {
    throw InputError(
        "--set {}: is of the configuration of one run, and a shortlist has a run for each entry; "
        "name a configuration, for example: evorisk evolve thesis --set {}",
        shortened(setting, 200), shortened(setting, 200));
  }
  if (wishes.contains(key)) {
    throw InputError("--set {}: a member of {} cannot be set alone; write --{} or {}={{...}}",
                     shortened(setting, 200), key, key, key);
  }
  std::vector<std::string_view> names;
  for (const Json* known : {&members, &wishes}) {
    for (const auto& [name, value] : known->items()) {
      if (name != "format" && name != "shortlist") names.push_back(name);
    }
  }
  throw InputError("--set {}: {}", shortened(setting, 200),
                   unknown_name("member or wish", key, names));
}

bool other_players(const Wishes& before, const Wishes& now) {
  return before.players && now.players && *before.players != *now.players;
}

// Whether two ranges have nothing in common.
bool apart(const WishedRange& a, const WishedRange& b) {
  constexpr int most = std::numeric_limits<int>::max();
  return a.most.value_or(most) < b.least.value_or(0) || b.most.value_or(most) < a.least.value_or(0);
}

// Other minutes need another size: what is left of the entry's own board goes.
void fit_to_minutes(Json& own, const Json& wished) {
  for (const char* key : {"territories", "start", "keep"}) {
    if (wished.contains(key)) return;
  }
  for (const char* key : {"territories", "start", "keep"}) own.erase(key);
}

bool can_be_bred(const Json& wishes) {
  try {
    config_for(wishes_from_json(JsonView(wishes, "entry")), 1000, 1);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

void add_wishes(Json& all, const JsonView& more, const std::string& base_directory) {
  const Wishes wishes = wishes_from_json(more, base_directory);
  Json wished = more.raw();
  wished.erase("format");
  // What files say now, because they may say something else when the shortlist is read again.
  if (wishes.objective) wished["objective"] = metrics::objective_to_json(*wishes.objective);
  if (names_file(wishes.start)) wished["start"] = risk::variant_to_json(*start_of(wishes));
  for (auto& [key, value] : wished.items()) {
    Json& own = all[key];
    if (key == "seconds" && own.is_object()) {
      own.update(value);
    } else if (key == "keep" && own.is_array()) {
      for (Json& part : value) {
        if (std::ranges::count(own, part) == 0) own.push_back(part);
      }
    } else {
      own = value;
    }
  }
}

void narrow(Shortlist& all, const JsonView& view) {
  const Wishes wishes = wishes_from_json(view);
  Json wished = Json::object();
  add_wishes(wished, view);
  if (all.entries.size() == 1) {  // none beside it from which it should differ
    ShortlistEntry& one = all.entries.front();
    Json own = parse_json(one.wishes);
    const Wishes before = wishes_from_json(JsonView(own, one.title));
    bool other =
        own.contains("start") && wished.contains("start") && own["start"] != wished["start"];
    own.update(wished);
    if (apart(before.minutes, wishes.minutes)) fit_to_minutes(own, wished);
    const Wishes now = wishes_from_json(JsonView(own, one.title));
    other = other || other_players(before, now);
    for (const RangeKey& row : range_keys)
      other = other || apart(before.*row.range, now.*row.range);
    config_for(now, 1000, 1);  // refuses contradictions
    if (other && all.title == one.title) all.title = "As wished";
    if (other) one.title = "As wished";
    one.wishes = own.dump();
    return;
  }
  config_for(wishes, 1000, 1);  // what contradicts itself is refused as it was said
  const bool of_board =
      wished.contains("territories") || wished.contains("continents") || wished.contains("start");
  for (std::size_t i = 0; i < all.entries.size(); ++i) {
    Json own = parse_json(all.entries[i].wishes);
    const bool had_board = own.contains("start");
    if (of_board) {
      own.erase("start");
      own.erase("keep");
    }
    if (wished.contains("start")) {
      own.erase("territories");
      own.erase("continents");
    }
    const Wishes before = wishes_from_json(JsonView(own, all.entries[i].title));
    own.update(wished);
    bool others = other_players(before, wishes);
    for (const RangeKey& row : range_keys) {
      if (!wished.contains(row.key)) continue;
      const WishedRange& of_entry = before.*row.range;
      const WishedRange range = narrowed(of_entry, wishes.*row.range, i, all.entries.size());
      own[row.key] = wish_to_json(range);
      if (!apart(of_entry, range)) continue;
      others = true;
      // The entry's length goes with its size, and its size with its length.
      if (!wished.contains("minutes")) own.erase("minutes");
      if (row.range == &Wishes::minutes) fit_to_minutes(own, wished);
    }
    for (const RangeKey& row : range_keys) {
      if (!wished.contains(row.key) && !can_be_bred(own)) own.erase(row.key);
    }
    // Its share of one wish may not go with its share of another; the wishes themselves do.
    for (const RangeKey& row : range_keys) {
      if (wished.contains(row.key) && !can_be_bred(own)) own[row.key] = wished[row.key];
    }
    if (!wished.contains("start") && !can_be_bred(own)) {
      own.erase("start");
      own.erase("keep");
    }
    if (had_board && !own.contains("start")) {
      others = true;
      if (!wished.contains("minutes")) own.erase("minutes");
    }
    if (others) all.entries[i].title = "As wished";  // no longer what the title says
    all.entries[i].wishes = own.dump();
  }
}

Shortlist shortlist_of_one(std::string title, std::string wishes) {
  Shortlist one;
  one.title = title;
  one.matches = usual_matches;
  one.fresh_matches = 4000;
  one.entries = {{std::move(title), std::move(wishes)}};
  return one;
}

Json set_members(Shortlist& all, std::span<const std::string> settings) {
  Json document = shortlist_to_json(all);
  const Json known_wishes = wishes_schema()["properties"];
  Json wishes = Json::object();
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw InputError("{}: must be KEY=VALUE, for example population=20", setting);
    }
    const std::string key = setting.substr(0, equals);
    Json value = json_or_discarded(setting.substr(equals + 1));
    if (value.is_discarded()) value = setting.substr(equals + 1);
    const bool of_all = document.contains(key) && key != "format" && key != "shortlist";
    if (!of_all && !known_wishes.contains(key)) refuse_setting(setting, document, known_wishes);
    (of_all ? document : wishes)[key] = std::move(value);
  }
  all = shortlist_from_json(JsonView(document, "--set"));
  return wishes;
}

std::string entry_directory(const Shortlist& all, std::size_t entry) {
  return fmt::format("{:0{}}-{}", entry + 1, all.entries.size() < 10 ? 1 : 2,
                     slug(all.entries[entry].title));
}

ga::Config entry_config(const Shortlist& shortlist, std::size_t entry) {
  const std::string title = fmt::format("\"{}\"", shortlist.entries[entry].title);
  const Json wishes = parse_json(shortlist.entries[entry].wishes);
  ga::Config config = config_for(wishes_from_json(JsonView(wishes, title)), shortlist.matches,
                                 shortlist.seed + entry, shortlist.agents);
  config.name = entry_directory(shortlist, entry);
  const auto judges = std::ssize(shortlist.agents);
  config.objective.name = shortlist.entries[entry].title;
  // The fifth of the matches that the search leaves, among the finalists and the best once more.
  config.final.candidates = shortlist.finalists;
  config.final.matches =
      std::max<std::int64_t>(2, shortlist.matches / 5 / (shortlist.finalists + 1) / judges);
  for (auto& constraint : config.objective.constraints) {
    if (constraint.quantity == "completeness") constraint.at_least = shortlist.completeness;
  }
  ga::check(config, title);
  return config;
}

}  // namespace evorisk::experiments
