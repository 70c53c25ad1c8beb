#include "app/cli/variant_options.hpp"

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
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
  if (name.size() > longest_name) name = name.substr(0, longest_name - 3) + "...";
  return name;
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
      changed_rules(rules, changes_, "--set"), base.map_ptr(), base.own_deck());
}

risk::Variant with_changes(const risk::Variant& variant, const std::vector<std::string>& changes,
                           const std::string& option) {
  if (changes.empty()) return variant;
  return risk::Variant(changed_name(variant.name(), changes),
                       changed_rules(variant.rules(), changes, option), variant.map_ptr(),
                       variant.own_deck());
}

}  // namespace evorisk::app
