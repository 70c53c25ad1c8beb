// Configurations as files and settings: reading, writing, checking.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"

namespace evorisk::ga {

// {"format": 1, ...}; missing members keep their defaults. `base_directory` is where relative paths
// of maps and objectives start. Throws InputError for a member that is unknown or out of range;
// what members must be to each other is left to check().
Config config_from_json(const JsonView& view, const std::string& base_directory);
// The same onto a configuration: what is missing stays as it is there.
void read_config(const JsonView& view, const std::string& base_directory, Config& config);
// "thesis", the path of an objective file, or an objective in place. Throws InputError.
metrics::Objective read_objective(const JsonView& view, const std::string& base_directory);
// Complete, and independent of any other file: reading it gives the same configuration.
nlohmann::ordered_json config_to_json(const Config& config);
// The JSON schema (draft 7) of configurations: every key with its type, bounds or choices, default
// and meaning. ga/schema/config.schema.json has it for editors.
nlohmann::ordered_json config_schema();

// The name of a run or a sweep, part of its directory's: 1 to 100 letters, digits, '.', '_' and
// '-', starting with a letter, a digit or '_'. Throws InputError.
std::string run_name(const JsonView& view);
bool is_run_name(const std::string& name);
nlohmann::ordered_json run_name_schema();

// A configuration file, then apply_settings(), then check(). An empty `file` means the
// defaults. The name is the file's (without extension) when the file gives none.
Config load_config(const std::string& file, const std::vector<std::string>& settings);

// "key=value" or "key.path=value", e.g. "final.matches=20000", "search_space.rules.defence_dice=
// [2,3]", "objective.criteria.drama.weight=2"; the value is JSON, else text. "base_rules.preset"
// replaces all rules, those of earlier settings too. Throws InputError.
void apply_setting(Config& config, const std::string& setting);
// All in order, but "objective.name" last: it names what the others make.
void apply_settings(Config& config, const std::vector<std::string>& settings);

// Sets the member at a dotted path ("final.matches") of a configuration's JSON, without looking at
// what it means, but that "base_rules.preset" replaces all rules; objects on the way are made.
// Throws InputError where the path leads into something else. `source` starts messages.
void set_member(nlohmann::ordered_json& document, const std::string& key,
                nlohmann::ordered_json value, const std::string& source);

// Throws InputError for members that do not fit together: tournament and population, maps and
// players, agents and seats, an engine or an agent that does not exist. `source` starts messages.
void check(const Config& config, const std::string& source);

// One line per member that differs: "population: 50 and 20". Empty for equal configurations.
std::vector<std::string> differences(const Config& a, const Config& b);

}  // namespace evorisk::ga
