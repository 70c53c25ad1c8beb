#include "app/variant_options.hpp"

#include <algorithm>
#include <filesystem>

#include "maps/base/error.hpp"
#include "maps/io.hpp"
#include "risk/rules.hpp"

namespace evorisk::app {
namespace {

// The name of a variant is at most this long with all its changes.
constexpr std::size_t longest_name = 120;

}  // namespace

void VariantOptions::declare(Options& options) {
  options.option("--map", map_, "NAME",
                 "Play on this map (library name or map file) instead of a variant's");
  options.choice("--preset", preset_, risk::preset_names(), "Play by the rules of this preset");
  options.repeatable("--set", changes_, "KEY=VALUE", "Change a rule; may be repeated");
}

risk::Variant VariantOptions::resolve(const std::string& variant) const {
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
  if (preset_.empty()) return with_changes(base, changes_, "--set");
  const risk::Variant preset(base.name(), risk::preset_rules(preset_), base.map_ptr(),
                             base.own_deck());
  return with_changes(preset, changes_, "--set");
}

risk::Variant with_changes(const risk::Variant& variant, const std::vector<std::string>& changes,
                           const std::string& option) {
  if (changes.empty()) return variant;
  risk::Rules rules = variant.rules();
  try {
    risk::set_rules(rules, changes);
  } catch (const InputError& error) {
    throw InputError(option + ": " + error.what());
  }
  std::string name = variant.name();
  for (const std::string& change : changes) {
    name += (&change == &changes.front() ? " with " : ", ") + change;
  }
  if (name.size() > longest_name) name = name.substr(0, longest_name - 3) + "...";
  return risk::Variant(name, rules, variant.map_ptr(), variant.own_deck());
}

}  // namespace evorisk::app
