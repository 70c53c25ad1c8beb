#include "experiments/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/index.hpp"
#include "base/key_table.hpp"
#include "base/random.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/run/config_file.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t most_runs = 1'000'000;
constexpr std::array<std::string_view, 3> reserved_keys = {"format", "name", "seed"};

using Point = std::vector<SweepSetting>;

// What a configuration makes of one value: checked, and with everything named in files in place.
Json canonical(const Json& base, const std::string& key, const JsonView& value,
               const std::string& base_directory) {
  if (std::ranges::count(reserved_keys, key) > 0) {
    value.fail("\"{}\" cannot be swept{}", key,
               key == "seed" ? "; \"repetitions\" gives runs of different seeds" : "");
  }
  Json document = base;
  const std::string source = value.source() + ": " + value.path();
  ga::set_member(document, key, value.raw(), source);
  const Json whole =
      ga::config_to_json(ga::config_from_json(JsonView(document, source), base_directory));
  std::string pointer = "/" + key;
  std::ranges::replace(pointer, '.', '/');
  return whole.value(Json::json_pointer(pointer), value.raw());  // a default may be left out
}

// Values of one key: all of them checked, none twice.
Json canonical_values(const Json& base, const std::string& key, const JsonView& list,
                      const std::string& base_directory) {
  Json values = Json::array();
  for (const JsonView& item : list.items()) {
    Json value = canonical(base, key, item, base_directory);
    if (std::ranges::find(values, value) != values.end()) item.fail("is listed twice");
    values.push_back(std::move(value));
  }
  if (values.empty()) list.fail("expected at least one value, found an empty list");
  return values;
}

// An axis of the grid: a list of values, or {"by": KEY, "values": {VALUE OF KEY: list, ...}}.
Json canonical_axis(const Json& base, const std::string& key, const JsonView& axis,
                    const std::string& base_directory) {
  if (!axis.is_object()) return canonical_values(base, key, axis, base_directory);
  axis.only({"by", "values"});
  Json values = Json::object();
  for (const auto& [value, list] : axis.at("values").members()) {
    values[value] = canonical_values(base, key, list, base_directory);
  }
  return {{"by", axis.at("by").text()}, {"values", values}};
}

// What a point says of a key; null when nothing.
const SweepSetting* find(const Point& point, const std::string& key) {
  const auto found = std::ranges::find(point, key, &SweepSetting::key);
  return found == point.end() ? nullptr : &*found;
}

// Of two keys of a point, none may lie in the other: what is set later would replace the former.
void refuse_overlap(const std::string& key, const std::vector<std::string>& others,
                    const JsonView& view) {
  for (const std::string& other : others) {
    if (key.starts_with(other + '.')) view.fail("lies within \"{}\", which is set, too", other);
    if (other.starts_with(key + '.')) view.fail("holds \"{}\", which is set, too", other);
  }
}

// Every point with every value of one more key. `axis` is canonical, `view` is where it was read.
std::vector<Point> crossed(const std::vector<Point>& points, const std::string& key,
                           const Json& axis, const JsonView& view) {
  const std::string by = axis.is_object() ? axis["by"].get<std::string>() : "";
  std::set<std::string> used;
  std::vector<Point> result;
  for (const Point& point : points) {
    if (find(point, key) != nullptr) view.fail("is in \"points\" already");
    const Json* list = &axis;
    if (axis.is_object()) {
      const SweepSetting* const setting = find(point, by);
      if (setting == nullptr) {
        view.at("by").fail("\"{}\" is neither a key of \"points\" nor before this one in \"grid\"",
                           by);
      }
      // As a member's name: a text without its quotes.
      const Json parsed = parse_json(setting->value);
      const std::string value = parsed.is_string() ? parsed.get<std::string>() : setting->value;
      const auto found = axis["values"].find(value);
      if (found == axis["values"].end()) {
        view.at("values").fail("member \"{}\" is missing; it is a value of \"{}\"", value, by);
      }
      used.insert(value);
      list = &*found;
    }
    for (const Json& value : *list) {
      result.push_back(point);
      result.back().push_back({key, value.dump()});
    }
    if (result.size() > most_runs) view.fail("makes more than {} points", most_runs);
  }
  if (axis.is_object()) {
    for (const auto& [value, list] : axis["values"].items()) {
      if (!used.contains(value)) {
        view.at("values").fail("\"{}\" is no value of \"{}\"", value, by);
      }
    }
  }
  return result;
}

// Those of `keys` that take more than one value, or are set at some points only.
std::vector<std::string> varying(std::vector<std::string> keys, const std::vector<Point>& points) {
  std::erase_if(keys, [&](const std::string& key) {
    const SweepSetting* const first = find(points.front(), key);
    return first != nullptr && std::ranges::all_of(points, [&](const Point& point) {
             const SweepSetting* const other = find(point, key);
             return other != nullptr && *other == *first;
           });
  });
  return keys;
}

ga::Config base_configuration(const JsonView& given, const std::string& base_directory) {
  if (!given.is_string()) return ga::config_from_json(given, base_directory);
  const std::filesystem::path file = std::filesystem::path(base_directory) / given.text();
  if (!names_file(file)) given.fail("there is no file {}", file.string());
  const Json document = read_json(file.string());
  return ga::config_from_json(JsonView(document, file.string()), file.parent_path().string());
}

// What a file says besides its points.
struct Frame {
  std::string name = "sweep";
  std::uint64_t seed = 1;
  int repetitions = 1;
  ga::Config base;  // what every point begins with
};

Json grid_schema() {
  const Json values = {{"type", "array"}, {"minItems", 1}, {"uniqueItems", true}};
  const Json dependent = {
      {"description",
       "Values that depend on the value of another key, which is in \"points\" or before this one "
       "in \"grid\"."},
      {"type", "object"},
      {"required", {"by", "values"}},
      {"additionalProperties", false},
      {"properties",
       {{"by", {{"description", "That key."}, {"type", "string"}}},
        {"values",
         {{"description",
           "For each of its values (as a member's name: \"10\", \"planar\"), the values here."},
          {"type", "object"},
          {"minProperties", 1},
          {"additionalProperties", values}}}}}};
  return {{"type", "object"},
          {"minProperties", 1},
          {"propertyNames", {{"not", {{"enum", reserved_keys}}}}},
          {"additionalProperties", {{"anyOf", Json::array({values, dependent})}}}};
}

// Every key of a sweep's file. The points are of the base: they are read last (Sweep::read_points).
const KeyTable<Frame>& sweep_keys() {
  using Directory = const std::string&;
  const auto points_key = [](std::string_view name, Json kind, std::string_view meaning) {
    return sparse(custom_key<Frame>(
        name, std::move(kind), [](const JsonView&, Frame&, Directory) {},
        [](const Frame&) { return Json(); }, meaning));
  };
  static const KeyTable<Frame> keys = {
      required(format_key<Frame>()),
      member_key("name", ga::run_name_schema(), &Frame::name, ga::run_name,
                 "Names the sweep's directory. Default: the name of the file."),
      integer_key("seed", &Frame::seed, 0, std::numeric_limits<std::int64_t>::max(),
                  "The seed of every run follows from it and the run's number."),
      integer_key("repetitions", &Frame::repetitions, 1, most_runs,
                  "Runs of every point, with different seeds."),
      custom_key<Frame>(
          "base", {{"type", {"object", "string"}}, {"default", Json::object()}},
          [](const JsonView& view, Frame& frame, Directory directory) {
            frame.base = base_configuration(view, directory);
          },
          [](const Frame& frame) { return ga::config_to_json(frame.base); },
          "The configuration on which every point stands (ga/schema/config.schema.json), or the "
          "path of its file, relative to this one. Its seed and its name play no part. Default: "
          "the default configuration."),
      points_key("grid", grid_schema(),
                 "Configuration keys, members of members with dots (\"final.matches\"), and the "
                 "values each takes."),
      points_key("points",
                 {{"type", "array"},
                  {"minItems", 1},
                  {"items",
                   {{"type", "object"}, {"propertyNames", {{"not", {{"enum", reserved_keys}}}}}}}},
                 "A list of points: each sets some keys, with dots as in \"grid\"."),
      points_key("like", {{"type", "string"}},  // read before all others (load_sweep)
                 "The path of another sweep's file, relative to this one, which says only what "
                 "differs: a JSON merge patch (RFC 7396) of it."),
  };
  return keys;
}

}  // namespace

struct Sweep::Documents {
  ga::Config config;  // what every point begins with
  Json whole;         // the sweep: its base complete, values of "grid" and "points" canonical
};

Sweep::~Sweep() = default;

Sweep::Sweep(const JsonView& view, const std::string& base_directory)
    : source_(view.source()), documents_(std::make_unique<Documents>()) {
  view.format(1);
  Frame frame;
  sweep_keys().read(view, frame, base_directory);
  if (const auto like = view.find("like"))
    like->fail("only a file that is planned may be like another one");
  name_ = frame.name;
  seed_ = frame.seed;
  repetitions_ = frame.repetitions;
  documents_->whole = sweep_keys().write(frame);
  documents_->config = std::move(frame.base);
  read_points(view, base_directory);
  if (points_.size() * static_cast<std::size_t>(repetitions_) > most_runs) {
    view.fail("{} points, {} times each, are more than {} runs", points_.size(), repetitions_,
              most_runs);
  }
  for (int point = 0; point < points(); ++point) add_matches(point);
}

void Sweep::read_points(const JsonView& view, const std::string& base_directory) {
  const auto list = view.find("points");
  const auto axes = view.find("grid");
  if (!list && !axes) view.fail("a sweep needs \"grid\" or \"points\"");
  const Json base = documents_->whole["base"];
  points_ = {{}};
  std::vector<std::string> keys;
  Json written_points = Json::array();
  if (list) {
    points_.clear();
    for (const JsonView& item : list->items()) {
      Json& written = written_points.emplace_back(Json::object());
      Point& point = points_.emplace_back();
      std::vector<std::string> own;
      for (const auto& [key, value] : item.members()) {
        refuse_overlap(key, own, value);
        own.push_back(key);
        written[key] = canonical(base, key, value, base_directory);
        point.push_back({key, written[key].dump()});
        if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
      }
    }
    if (points_.empty()) list->fail("expected at least one point, found an empty list");
  }
  if (axes) {
    Json& grid = documents_->whole["grid"];
    if (axes->members().empty()) axes->fail("expected at least one key, found an empty object");
    for (const auto& [key, axis] : axes->members()) {
      refuse_overlap(key, keys, axis);
      keys.push_back(key);
      grid[key] = canonical_axis(base, key, axis, base_directory);
      points_ = crossed(points_, key, grid[key], axis);
    }
  }
  if (list) documents_->whole["points"] = std::move(written_points);
  hyperparameters_ = varying(std::move(keys), points_);
}

// Checks a point on the way.
void Sweep::add_matches(int point) {
  std::string settings;
  for (const SweepSetting& setting : points_[static_cast<std::size_t>(point)]) {
    settings += (settings.empty() ? "" : ", ") + setting.key + " " + setting.value;
  }
  const ga::Config config = config_of(point);
  const std::string place = fmt::format("{}: point {} ({})", source_, point, settings);
  if (!config.judges.empty()) {
    throw InputError(
        "{}: judges: a sweep keeps one table of agents of each run; judges are for evorisk evolve",
        place);
  }
  ga::check(config, place);
  matches_.push_back(ga::most_played(config));
}

ga::Config Sweep::config_of(int point) const {
  // The members that vary, with all that is in them; the others are read once.
  const Json& base = documents_->whole["base"];
  Json document = {{"format", 1}};
  // A preset replaces all rules, so that single ones come after it, in whatever order they vary; a
  // name is of what an objective's other members make.
  const auto round_of = [](const std::string& key) {
    return key == "base_rules.preset" ? 0 : key == "objective.name" ? 2 : 1;
  };
  for (int round = 0; round < 3; ++round) {
    for (const SweepSetting& setting : points_[static_cast<std::size_t>(point)]) {
      if (round_of(setting.key) != round) continue;
      const std::string member = setting.key.substr(0, setting.key.find('.'));
      if (!document.contains(member) && base.contains(member)) document[member] = base[member];
      ga::set_member(document, setting.key, parse_json(setting.value), source_);
    }
  }
  ga::Config config = documents_->config;
  ga::read_config(JsonView(document, source_), ".", config);  // all maps are in place
  return config;
}

SweepRun Sweep::run(int number) const {
  if (number < 0 || number >= runs()) throw std::out_of_range("no such run");
  SweepRun run;
  run.run = number;
  run.point = number / repetitions_;
  run.repetition = number % repetitions_;
  Random random({seed_, Purpose::sweep, 0, 0, static_cast<std::uint64_t>(number)});
  run.seed = random.next() >> 1;
  run.settings = points_[static_cast<std::size_t>(run.point)];
  run.config = config_of(run.point);
  run.config.seed = run.seed;
  run.config.name = fmt::format("run-{:06}", number);
  return run;
}

std::int64_t Sweep::matches(int number) const {
  return matches_.at(static_cast<std::size_t>(number / repetitions_));
}

std::vector<int> Sweep::longest_first() const {
  std::vector<int> order = numbers<int>(at(runs()));
  Random random({seed_, Purpose::sweep, 2});
  random.shuffle(order.begin(), order.end());
  std::ranges::stable_sort(order, std::greater(), [&](int run) { return matches(run); });
  return order;
}

Json Sweep::to_json() const {
  return documents_->whole;
}

Json sweep_schema() {
  Json schema = sweep_keys().schema(Frame());
  schema["anyOf"] = Json::array();
  for (const char* key : {"grid", "points", "like"}) {
    schema["anyOf"].push_back({{"required", Json::array({key})}});
  }
  return named_schema(
      "evorisk sweep, format 1",
      "One evolution at every point of a grid or list of configurations, repetitions times over: "
      "what `evorisk sweep plan` reads. The points are those of \"points\" (one empty point "
      "without "
      "it), each crossed with every key of \"grid\", in the order of the file, the first slowest. "
      "Run r is repetition r mod repetitions of point r div repetitions. Further conditions that a "
      "schema cannot say: every point must be a valid configuration; no key is both in \"points\" "
      "and in \"grid\"; no value is listed twice; at most 1,000,000 runs.",
      schema);
}

std::unique_ptr<Sweep> load_sweep(const std::string& file) {
  Json document = read_json_like(file);
  const std::filesystem::path path(file);
  if (!document.contains("name")) {
    const std::string stem = path.stem().string();
    if (ga::is_run_name(stem)) document["name"] = stem;
  }
  const std::string parent = path.parent_path().string();
  return std::make_unique<Sweep>(JsonView(document, file), parent.empty() ? "." : parent);
}

}  // namespace evorisk::experiments
