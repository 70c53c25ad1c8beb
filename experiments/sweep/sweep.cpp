#include "experiments/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
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
  const Json* place = &whole;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    const auto member = place->find(key.substr(begin, end - begin));
    if (member == place->end()) return value.raw();  // what a default says by being left out
    place = &*member;
    begin = end + 1;
  }
  return *place;
}

// Values of one key: all of them checked, none twice.
Json canonical_values(const Json& base, const std::string& key, const JsonView& list,
                      const std::string& base_directory) {
  Json values = Json::array();
  for (const JsonView& item : list.items()) {
    Json value = canonical(base, key, item, base_directory);
    if (std::find(values.begin(), values.end(), value) != values.end()) {
      item.fail("is listed twice");
    }
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

bool has(const Point& point, const std::string& key) {
  return std::any_of(point.begin(), point.end(),
                     [&](const SweepSetting& setting) { return setting.key == key; });
}

// The value of a key at a point, as a member's name: a text without its quotes.
std::string value_at(const Point& point, const std::string& key) {
  for (const SweepSetting& setting : point) {
    if (setting.key != key) continue;
    const Json value = Json::parse(setting.value);
    return value.is_string() ? value.get<std::string>() : setting.value;
  }
  return "";
}

// Every point with every value of one more key. `axis` is canonical, `view` is where it was read.
std::vector<Point> crossed(const std::vector<Point>& points, const std::string& key,
                           const Json& axis, const JsonView& view) {
  const std::string by = axis.is_object() ? axis["by"].get<std::string>() : "";
  std::set<std::string> used;
  std::vector<Point> result;
  for (const Point& point : points) {
    if (has(point, key)) view.fail("is in \"points\" already");
    const Json* list = &axis;
    if (axis.is_object()) {
      if (!has(point, by)) {
        view.at("by").fail("\"{}\" is neither a key of \"points\" nor before this one in \"grid\"",
                           by);
      }
      const std::string value = value_at(point, by);
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
  std::map<std::string, std::set<std::string>> values;
  std::map<std::string, std::size_t> settings;
  for (const Point& point : points) {
    for (const SweepSetting& setting : point) {
      ++settings[setting.key];
      values[setting.key].insert(setting.value);
    }
  }
  std::erase_if(keys, [&](const std::string& key) {
    return values[key].size() == 1 && settings[key] == points.size();
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
  Json base;          // the same, complete
  Json grid;          // as read, values canonical; null without
  Json points;        // likewise
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
  documents_->base = ga::config_to_json(documents_->config);
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
  points_ = {{}};
  std::vector<std::string> keys;
  if (list) {
    points_.clear();
    documents_->points = Json::array();
    for (const JsonView& item : list->items()) {
      Json written = Json::object();
      Point point;
      for (const auto& [key, value] : item.members()) {
        written[key] = canonical(documents_->base, key, value, base_directory);
        point.push_back({key, written[key].dump()});
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
      }
      points_.push_back(std::move(point));
      documents_->points.push_back(std::move(written));
    }
    if (points_.empty()) list->fail("expected at least one point, found an empty list");
  }
  if (axes) {
    documents_->grid = Json::object();
    if (axes->members().empty()) axes->fail("expected at least one key, found an empty object");
    for (const auto& [key, axis] : axes->members()) {
      keys.push_back(key);
      documents_->grid[key] = canonical_axis(documents_->base, key, axis, base_directory);
      points_ = crossed(points_, key, documents_->grid[key], axis);
    }
  }
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
  Json document = {{"format", 1}};
  // A preset replaces all rules, so that single ones come after it, in whatever order they vary.
  for (const bool preset : {true, false}) {
    for (const SweepSetting& setting : points_[static_cast<std::size_t>(point)]) {
      if ((setting.key == "base_rules.preset") != preset) continue;
      const std::string member = setting.key.substr(0, setting.key.find('.'));
      if (!document.contains(member) && documents_->base.contains(member)) {
        document[member] = documents_->base[member];
      }
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
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return matches(a) > matches(b); });
  return order;
}

Json Sweep::to_json() const {
  Json document = {{"format", 1},
                   {"name", name_},
                   {"seed", seed_},
                   {"repetitions", repetitions_},
                   {"base", documents_->base}};
  if (!documents_->grid.is_null()) document["grid"] = documents_->grid;
  if (!documents_->points.is_null()) document["points"] = documents_->points;
  return document;
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
