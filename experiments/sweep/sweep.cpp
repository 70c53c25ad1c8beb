#include "experiments/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/random.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/run/config_file.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t most_runs = 1'000'000;

using Point = std::vector<SweepSetting>;

// What a configuration makes of one value: checked, and with everything named in files in place.
Json canonical(const Json& base, const std::string& key, const JsonView& value,
               const std::string& base_directory) {
  for (const char* reserved : {"seed", "name", "format"}) {
    if (key == reserved) {
      value.fail("\"{}\" cannot be swept{}", key,
                 key == "seed" ? "; \"repetitions\" gives runs of different seeds" : "");
    }
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
      const Json parsed = Json::parse(setting->value);
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
  if (!std::filesystem::is_regular_file(file)) given.fail("there is no file {}", file.string());
  const Json document = read_json(file.string());
  return ga::config_from_json(JsonView(document, file.string()), file.parent_path().string());
}

}  // namespace

struct Sweep::Documents {
  ga::Config config;  // what every point begins with
  Json whole;         // the sweep: its base complete, values of "grid" and "points" canonical
};

Sweep::~Sweep() = default;

Sweep::Sweep(const JsonView& view, const std::string& base_directory)
    : source_(view.source()), documents_(std::make_unique<Documents>()) {
  view.only({"format", "name", "seed", "repetitions", "base", "grid", "points"});
  view.format(1);
  name_ = "sweep";
  if (const auto name = view.find("name")) {
    const Json named = {{"format", 1}, {"name", name->text()}};
    name_ = ga::config_from_json(JsonView(named, source_), ".").name;
  }
  if (const auto seed = view.find("seed")) {
    seed_ = static_cast<std::uint64_t>(seed->integer(0, std::numeric_limits<std::int64_t>::max()));
  }
  if (const auto repetitions = view.find("repetitions")) {
    repetitions_ = static_cast<int>(repetitions->integer(1, most_runs));
  }
  const auto base = view.find("base");
  if (base) documents_->config = base_configuration(*base, base_directory);
  documents_->whole = {{"format", 1},
                       {"name", name_},
                       {"seed", seed_},
                       {"repetitions", repetitions_},
                       {"base", ga::config_to_json(documents_->config)}};
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
      for (const auto& [key, value] : item.members()) {
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
  // A preset replaces all rules, so that single ones come after it, in whatever order they vary.
  for (const bool preset : {true, false}) {
    for (const SweepSetting& setting : points_[static_cast<std::size_t>(point)]) {
      if ((setting.key == "base_rules.preset") != preset) continue;
      const std::string member = setting.key.substr(0, setting.key.find('.'));
      if (!document.contains(member) && base.contains(member)) document[member] = base[member];
      ga::set_member(document, setting.key, Json::parse(setting.value), source_);
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
  std::vector<int> order(static_cast<std::size_t>(runs()));
  std::iota(order.begin(), order.end(), 0);
  Random random({seed_, Purpose::sweep, 2});
  random.shuffle(order.begin(), order.end());
  std::ranges::stable_sort(order, std::greater(), [&](int run) { return matches(run); });
  return order;
}

Json Sweep::to_json() const {
  return documents_->whole;
}

std::unique_ptr<Sweep> load_sweep(const std::string& file) {
  Json document = read_json(file);
  const std::filesystem::path path(file);
  if (document.is_object() && !document.contains("name")) {
    try {
      const Json named = {{"format", 1}, {"name", path.stem().string()}};
      document["name"] = ga::config_from_json(JsonView(named, file), ".").name;
    } catch (const InputError&) {
      // A file's name that is no name of a sweep: the default stays.
    }
  }
  const std::string parent = path.parent_path().string();
  return std::make_unique<Sweep>(JsonView(document, file), parent.empty() ? "." : parent);
}

}  // namespace evorisk::experiments
