// A gallery of variants as a page that stands alone, and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/gallery/gallery.hpp"

namespace evorisk::app {

// With the most telling differences and a typical match of each variant in words.
std::string gallery_page(const experiments::Gallery& gallery, const std::string& title);
nlohmann::ordered_json gallery_json(const experiments::Gallery& gallery, const std::string& title);

}  // namespace evorisk::app
