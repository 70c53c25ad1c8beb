#include "experiments/wishes/wishes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/key_table.hpp"
#include "base/reading/number_in.hpp"
#include "ga/run/config_file.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::array<std::string_view, 3> rule_levels = {"classic", "new", "wild"};
constexpr std::array<std::string_view, 4> luck_wishes = {"any", "luck", "balanced", "skill"};
constexpr int most_minutes = 1440;
constexpr int most_wished_territories = 200;

void refuse_reversed(const WishedRange& range, const std::string& source) {
  if (range.least && range.most && *range.most < *range.least) {
    throw InputError("{}: {} is below the range's least, {}", source, *range.most, *range.least);
  }
}

WishedRange read_wished_range(const JsonView& view, int lowest, int highest) {
  const auto whole = [&](const JsonView& v) {
    return static_cast<int>(v.integer(lowest, highest));
  };
  const std::string place = fmt::format("{}: {}", view.source(), view.path());
  if (view.is_string()) return range_from_text(view.text(), lowest, highest, place);
  WishedRange range;
  if (view.is_object()) {
    view.only({"at_least", "at_most"});
    if (const auto v = view.find("at_least")) range.least = whole(*v);
    if (const auto v = view.find("at_most")) range.most = whole(*v);
  } else if (view.is_array()) {
    const std::vector<JsonView> ends = view.items();
    if (ends.size() != 2) view.fail("found {} numbers; a range is [least, most]", ends.size());
    range = {whole(ends[0]), whole(ends[1])};
  } else {
    range.least = range.most = whole(view);
  }
  refuse_reversed(range, place);
  return range;
}

Key<Wishes> range_key(std::string_view name, WishedRange Wishes::*place, int lowest, int highest,
                      std::string_view meaning) {
  return value_key(
      name, {{"type", {"integer", "array", "object", "string"}}}, place,
      [=](const JsonView& view, const std::string&) {
        return read_wished_range(view, lowest, highest);
      },
      wished_range_json, meaning);
}

const KeyTable<Wishes>& wishes_keys() {
  using Directory = const std::string&;
  static const KeyTable<Wishes> keys = {
      format_key<Wishes>(),
      custom_key<Wishes>(
          "players", {{"type", {"integer", "null"}}, {"minimum", 2}, {"maximum", 6}},
          [](const JsonView& view, Wishes& wishes, Directory) {
            wishes.players =
                view.raw().is_null() ? std::optional<int>() : static_cast<int>(view.integer(2, 6));
          },
          [](const Wishes& wishes) { return wishes.players ? Json(*wishes.players) : Json(); },
          "How many play. Default: as many as the start has seats, else 2."),
      range_key("minutes", &Wishes::minutes, 1, most_minutes,
                "Minutes of a match at the table, with its setup: a number, [least, most], "
                "at_least and at_most, or a text: \"60..90\", \"..90\"."),
      range_key("territories", &Wishes::territories, 2, most_wished_territories,
                "Territories of the board, likewise."),
      range_key("continents", &Wishes::continents, 1, most_wished_territories,
                "Continents of the board, likewise."),
      choice_key("rules", &Wishes::rules, rule_levels,
                 "How far the rules may differ from the start's, or Risk's: classic, new or wild "
                 "(experiments/wishes/rules.json)."),
      choice_key("luck", &Wishes::luck, luck_wishes,
                 "What decides: luck, balanced, skill; any: does not matter. Measuring luck takes "
                 "the slower engine."),
      custom_key<Wishes>(
          "start", {{"type", {"string", "object"}}},
          [](const JsonView& view, Wishes& wishes, Directory directory) {
            wishes.given = nullptr;
            wishes.start.clear();
            if (view.is_object()) {
              wishes.given =
                  std::make_shared<const risk::Variant>(risk::variant_from_json(view, directory));
              return;
            }
            wishes.start = view.text();
            const std::filesystem::path file = std::filesystem::path(directory) / wishes.start;
            if (names_file(file)) wishes.start = file.lexically_normal().string();
          },
          [](const Wishes& wishes) {
            return wishes.given ? risk::variant_to_json(*wishes.given) : Json(wishes.start);
          },
          "Where the search starts: a variant file, a map file, or a board of the library. In a "
          "file also a variant in place, or \"\": generated boards."),
      texts_key("keep", &Wishes::keep,
                "What stays as the start has it: \"rules\", \"map\", \"rule:KEY\", "
                "\"territory:NAME\", \"continent:NAME\", \"border:NAME-NAME\", \"bonus:NAME\". A "
                "name with a comma: in a file."),
      part_key("seconds", &Wishes::seconds, metrics::table_seconds_keys(),
               "Seconds that the people at the table take for each thing they do."),
      value_key(
          "objective", {{"type", {"string", "object", "null"}}}, &Wishes::objective,
          [](const JsonView& view, Directory directory) -> std::optional<metrics::Objective> {
            if (view.raw().is_null()) return std::nullopt;
            return ga::read_objective(view, directory);
          },
          [](const std::optional<metrics::Objective>& objective) {
            return objective ? metrics::objective_to_json(*objective) : Json();
          },
          "What is aimed at instead of the usual criteria, as playtest learn writes it: "
          "\"thesis\", "
          "an objective file, or an objective in place. The other wishes hold beside it."),
  };
  return keys;
}

WishOption option_of(const Key<Wishes>& key) {
  using Kind = WishOption::Kind;
  WishOption option{std::string(key.name), Kind::text, "NAME", std::string(key.meaning)};
  if (option.meaning.ends_with('.')) option.meaning.pop_back();
  const Json schema = key.schema(Wishes());
  if (schema.contains("enum")) {
    option.placeholder = fmt::format("{}", fmt::join(schema["enum"], "|"));
    std::erase(option.placeholder, '"');
    return option;
  }
  const Json& type = schema["type"];
  if (type == "array") {
    option.kind = Kind::list;
    option.placeholder = "A,B";
  } else if (type == "object") {
    option.kind = Kind::members;
    option.placeholder = "KEY=N,...";
  } else if (type.is_array() && std::ranges::count(type, "string") > 0) {
    option.placeholder = std::ranges::count(type, "integer") > 0 ? "RANGE" : "FILE";
  } else if (type.is_array()) {
    option.kind = Kind::number;
    option.placeholder = "N";
  }
  return option;
}

}  // namespace

std::vector<WishOption> wish_options() {
  std::vector<WishOption> options;
  for (const Key<Wishes>& key : wishes_keys().keys()) {
    if (key.name != "format") options.push_back(option_of(key));
  }
  return options;
}

Json wished_range_json(const WishedRange& range) {
  Json json = Json::object();
  if (range.least) json["at_least"] = *range.least;
  if (range.most) json["at_most"] = *range.most;
  return json;
}

WishedRange range_from_text(const std::string& text, int lowest, int highest,
                            const std::string& source) {
  const auto refusal = [&] {
    return InputError(
        "{}: \"{}\" is no range of whole numbers from {} to {}; valid: \"60..90\", \"..24\", "
        "\"5..\", \"5\"",
        source, text, lowest, highest);
  };
  const auto number = [&](std::string_view part) -> std::optional<int> {
    if (part.empty()) return std::nullopt;
    const auto value = number_in<int>(part);
    if (!value || *value < lowest || *value > highest) throw refusal();
    return value;
  };
  const std::size_t dots = text.find("..");
  WishedRange range;
  if (dots == std::string::npos) {
    range.least = range.most = number(text);
  } else {
    range = {number(std::string_view(text).substr(0, dots)),
             number(std::string_view(text).substr(dots + 2))};
  }
  if (range.open()) throw refusal();
  refuse_reversed(range, source);
  return range;
}

Wishes wishes_from_json(const JsonView& view, const std::string& base_directory) {
  Wishes wishes;
  wishes_keys().read(view, wishes, base_directory);
  return wishes;
}

Json wishes_to_json(const Wishes& wishes) {
  return wishes_keys().write(wishes);
}

Json wishes_schema() {
  return named_schema("evorisk wishes, format 1",
                      "What a designer asks `evorisk evolve --wishes` for.",
                      wishes_keys().schema(Wishes()));
}

}  // namespace evorisk::experiments
