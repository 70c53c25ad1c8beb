// What has a name: `evorisk evolve NAME`, `evorisk list configurations`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ga/config.hpp"

namespace evorisk::experiments {

// A row of experiments/wishes/configurations.json.
struct NamedConfiguration {
  std::string name;
  std::string summary;  // one line
  std::string config;   // its text, that of a shortlist, or empty:
  std::string wishes;   // the wishes' text, and
  std::string title;    // of what is bred by them, a shortlist of one
};
const std::vector<NamedConfiguration>& named_configurations();
// Null for a name that is none.
const NamedConfiguration* find_configuration(std::string_view name);

// The configuration of a row, without settings: of wishes, that of their search. Throws InputError,
// also for a shortlist.
ga::Config configuration_of(const NamedConfiguration& row);

std::string_view configurations_text();

// The files experiments/NAME.json that rows name. Defined in a source the build generates.
struct ConfigurationFile {
  std::string_view name;
  std::string_view text;
};
std::span<const ConfigurationFile> configuration_files();

}  // namespace evorisk::experiments
