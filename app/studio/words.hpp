// What the page says of a variant in words.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "risk/variant.hpp"

namespace evorisk::app {

// {"en": [{"topic", "keys", "text"}, ...], "pt": [...]}, and with missions "missions": the cards,
// "otherwise", in English.
nlohmann::ordered_json words_json(const risk::Variant& variant);

}  // namespace evorisk::app
