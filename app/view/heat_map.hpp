// The niches of an archive as a picture: what is where, and how good.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace evorisk::app {

// The section of a report on an archive (the content of archive.json, ga/run/archive.hpp): what it
// is worth, and a heat map per pair of descriptors (at most three), by fresh matches: each occupant
// in the niche of its fresh values, the best of several on top. HTML.
std::string archive_section(const nlohmann::ordered_json& archive);

}  // namespace evorisk::app
