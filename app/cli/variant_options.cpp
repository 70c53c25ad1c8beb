#include "app/cli/variant_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/text/lists.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/key_table.hpp"
#include "base/reading/number_in.hpp"
#include "base/utf8.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {
namespace {

// The name of a variant is at most this long with all its changes.
constexpr std::size_t longest_name = 120;

// "war with war-classic, players=3"
std::string changed_name(std::string name, const std::vector<std::string>& changes) {
  for (const std::string& change : changes) {
    name += (&change == &changes.front() ? " with " : ", ") + change;
  }
  return shortened(name, longest_name);
}

risk::Rules changed_rules(risk::Rules rules, const std::vector<std::string>& changes,
                          const std::string& option) {
  try {
    risk::set_rules(rules, changes);
  } catch (const InputError& error) {
    throw InputError("{}: {}", option, error.message());
  }
  return rules;
}

// What a variant was bred for, as its file or its run's directory says. `name`: as it was given.
std::optional<metrics::Objective> bred_for(const risk::Variant& variant, const std::string& name) {
  namespace fs = std::filesystem;
  if (auto own = metrics::own_objective(variant)) return own;
  if (!names_file(name)) return std::nullopt;
  const fs::path run = fs::path(name).parent_path();
  if (!names_file(run / ga::config_file)) return std::nullopt;
  return ga::run_config(run).objective;
}

// The objective that is asked for, with the seconds of the variants' own where it has none.
metrics::Objective asked_for(const std::string& file, const metrics::Objective* own) {
  metrics::Objective asked = metrics::load_objective(file);
  if (own != nullptr && asked.seconds == metrics::TableSeconds()) asked.seconds = own->seconds;
  return asked;
}

}  // namespace

VariantOptions::VariantOptions(Options& options)
    : map_(options.option("--map", "NAME")),
      preset_(options.choice("--preset", risk::preset_names())),
      changes_(options.repeatable("--set", "KEY=VALUE")) {}

risk::Variant VariantOptions::resolve(const std::string& variant, Naming naming) const {
  if (variant.empty() == map_.empty()) {
    throw InputError(variant.empty() ? "name a variant (a file or a library map) or give --map NAME"
                                     : "give either a variant or --map, not both");
  }
  const auto base = [&] {
    if (map_.empty()) return risk::load_variant(variant);
    const auto library = maps::library_names();
    if (std::find(library.begin(), library.end(), map_) != library.end()) {
      return risk::load_variant(map_);
    }
    const maps::MapPtr map = maps::resolve_map(map_);
    const std::string name =
        map->name().empty() ? std::filesystem::path(map_).stem().string() : map->name();
    return risk::Variant(name, risk::Rules{}, map);
  }();
  if (!changes_rules()) return base;
  const risk::Rules rules = preset_.empty() ? base.rules() : risk::preset_rules(preset_);
  std::vector<std::string> changes = changes_;
  if (rules != base.rules()) changes.insert(changes.begin(), preset_);
  return risk::Variant(
      naming == Naming::with_changes ? changed_name(base.name(), changes) : base.name(),
      changed_rules(rules, changes_, "--set"), base.map_ptr(), base.own_deck(), base.bred_for());
}

ScoreOptions::ScoreOptions(Options& options) : objective_(options.option("--objective", "FILE")) {}

metrics::Objective ScoreOptions::objective(const Context& context,
                                           std::span<const risk::Variant> variants,
                                           std::span<const std::string> names) const {
  std::optional<metrics::Objective> own;
  std::string of;  // whose own it is
  for (std::size_t i = 0; i < variants.size(); ++i) {
    std::optional<metrics::Objective> found =
        bred_for(variants[i], i < names.size() ? names[i] : "");
    if (!found) continue;
    if (!own) {
      own = std::move(found);
      of = variants[i].name();
    } else if (objective_.empty() && !(*found == *own)) {
      context.note(fmt::format("{} was bred for another objective, \"{}\"; --objective chooses one",
                               variants[i].name(), found->name));
    }
  }
  if (!objective_.empty()) return asked_for(objective_, own ? &*own : nullptr);
  if (!own) return metrics::thesis_objective();
  context.note(fmt::format("by the objective \"{}\", which {} was bred for", own->name, of));
  return *own;
}

std::vector<metrics::Objective> ScoreOptions::objectives(const Context& context,
                                                         std::span<const risk::Variant> variants,
                                                         std::span<const std::string> names) const {
  std::vector<metrics::Objective> all;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const std::optional<metrics::Objective> own = bred_for(variants[i], names[i]);
    if (!objective_.empty()) {
      all.push_back(asked_for(objective_, own ? &*own : nullptr));
    } else {
      all.push_back(own.value_or(metrics::thesis_objective()));
    }
  }
  const bool alike = std::ranges::all_of(all, [&](const auto& one) { return one == all.front(); });
  for (std::size_t i = 0; i < all.size() && !alike; ++i) {
    context.note(fmt::format("{}: by the objective \"{}\"", variants[i].name(), all[i].name));
  }
  return all;
}

WishOptions::WishOptions(Options& options) {
  using Kind = experiments::WishOption::Kind;
  for (experiments::WishOption& wish : experiments::wish_options()) {
    const std::string name = "--" + (wish.key == "start" ? "from" : wish.key);
    std::string text = wish.meaning;
    text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
    options.explain(name, "Wish: " + text);
    Row row{std::move(wish), nullptr, nullptr};
    if (row.wish.kind == Kind::list || row.wish.kind == Kind::members) {
      row.texts = &options.repeatable(name, row.wish.placeholder);
    } else {
      row.text = &options.option(name, row.wish.placeholder);
    }
    rows_.push_back(std::move(row));
  }
}

nlohmann::ordered_json WishOptions::json() const {
  using Kind = experiments::WishOption::Kind;
  nlohmann::ordered_json wishes = nlohmann::ordered_json::object();
  for (const auto& [wish, text, texts] : rows_) {
    if (text != nullptr ? text->empty() : texts->empty()) continue;
    nlohmann::ordered_json& value = wishes[wish.key];
    if (wish.kind == Kind::list) {
      value = comma_separated(*texts);
    } else if (wish.kind == Kind::members) {
      value = seconds_json(*texts);
    } else {
      // A text that is no number is refused where the wishes are read.
      if (wish.kind == Kind::number) value = json_or_discarded(*text);
      if (!value.is_number()) value = *text;
    }
  }
  return wishes;
}

nlohmann::ordered_json seconds_json(const std::vector<std::string>& given) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const std::string& setting : comma_separated(given)) {
    const std::size_t equals = setting.find('=');
    const std::string value = equals == std::string::npos ? "" : setting.substr(equals + 1);
    const auto number = number_in<double>(value);
    if (!number) {
      throw InputError("--seconds: \"{}\" is no KEY=N; valid: \"roll=10,target=8\"", setting);
    }
    json[setting.substr(0, equals)] = *number;
  }
  return json;
}

metrics::TableSeconds with_seconds(metrics::TableSeconds seconds,
                                   const std::vector<std::string>& given) {
  const nlohmann::ordered_json json = seconds_json(given);
  metrics::table_seconds_keys().read(JsonView(json, "--seconds"), seconds);
  return seconds;
}

risk::Variant with_changes(const risk::Variant& variant, const std::vector<std::string>& changes,
                           const std::string& option) {
  if (changes.empty()) return variant;
  return risk::Variant(changed_name(variant.name(), changes),
                       changed_rules(variant.rules(), changes, option), variant.map_ptr(),
                       variant.own_deck(), variant.bred_for());
}

void refuse_long(const std::string& option, const std::string& text) {
  constexpr std::size_t most = 200;
  if (letters(text) > most)
    throw InputError("{}: has {} letters; at most {} are possible", option, letters(text), most);
}

risk::Variant with_title(const risk::Variant& variant, const std::string& title) {
  if (title.empty()) return variant;
  refuse_long("--title", title);
  return risk::Variant(title, variant.rules(), variant.map_ptr(), variant.own_deck(),
                       variant.bred_for());
}

}  // namespace evorisk::app
