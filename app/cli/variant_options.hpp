// The options by which a subcommand selects a variant:
// VARIANT | --map NAME, [--preset P] [--set key=value ...].
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "experiments/wishes/wishes.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {

// The upper bound of --matches in subcommands that play one or two variants.
inline constexpr std::int64_t most_matches_of_a_variant = 1'000'000'000'000;

// Whether the name of a variant lists the changes, too: "war with war-classic, players=3".
enum class Naming { with_changes, plain };

class VariantOptions {
 public:
  // Declares --map, --preset and --set. The command declares the positional VARIANT, because some
  // take one, some two; resolve() receives its text.
  explicit VariantOptions(Options& options);

  // Throws InputError when neither or both of `variant` and --map are given, when the named one is
  // not valid, and for an invalid --set. `variant`: a variant file or a library map's name (that
  // map with its usual preset), empty if not given. A preset that changes nothing is not named.
  risk::Variant resolve(const std::string& variant, Naming naming = Naming::with_changes) const;

  bool changes_rules() const { return !preset_.empty() || !changes_.empty(); }
  bool names_map() const { return !map_.empty(); }

 private:
  const std::string& map_;
  const std::string& preset_;
  const std::vector<std::string>& changes_;
};

// Throws InputError for a text of an option that is longer than a line on paper.
void refuse_long(const std::string& option, const std::string& text);

// The variant under another name; under its own where `title` is empty.
risk::Variant with_title(const risk::Variant& variant, const std::string& title);

// --objective FILE
class ScoreOptions {
 public:
  explicit ScoreOptions(Options& options);

  // What variants are scored by together: the objective that is asked for; else that which the
  // first of them was bred for that says so, as a note tells; else the thesis'. Its seconds of the
  // people at the table, where it has none of its own, are those of the variant's own. `names`: the
  // variants as they were given: a best.json of before has its objective in its run's directory.
  // Throws InputError.
  metrics::Objective objective(const Context& context, std::span<const risk::Variant> variants,
                               std::span<const std::string> names = {}) const;
  // What each is scored by: the one that is asked for; else its own; else the thesis'.
  std::vector<metrics::Objective> objectives(const Context& context,
                                             std::span<const risk::Variant> variants,
                                             std::span<const std::string> names) const;
  bool given() const { return !objective_.empty(); }

 private:
  const std::string& objective_;
};

// The wishes of a designer, each as an option (experiments/wishes): --players, --minutes, ...
class WishOptions {
 public:
  explicit WishOptions(Options& options);

  // What was given, as a file of wishes says it. Throws InputError.
  nlohmann::ordered_json json() const;

 private:
  struct Row {
    experiments::WishOption wish;
    const std::string* text;                // of one value
    const std::vector<std::string>* texts;  // of many; the other is null
  };
  std::vector<Row> rows_;
};

// What --seconds says: "roll=10,target=8" is {"roll": 10, "target": 8}. Throws InputError.
nlohmann::ordered_json seconds_json(const std::vector<std::string>& given);
// The same onto `seconds`.
metrics::TableSeconds with_seconds(metrics::TableSeconds seconds,
                                   const std::vector<std::string>& given);

// `variant` with "key=value" rule changes applied; `option` is how errors name their origin. Throws
// InputError.
risk::Variant with_changes(const risk::Variant& variant, const std::vector<std::string>& changes,
                           const std::string& option);

}  // namespace evorisk::app
