// What the page says of a variant in words.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "risk/rules/variant.hpp"

namespace evorisk::app {

// {"rules": [{"topic", "keys", "text"}, ...]}, and with missions "missions": the cards,
// "otherwise".
nlohmann::ordered_json words_json(const risk::Variant& variant, const Wording& wording);

// The mission cards, by their numbers.
nlohmann::ordered_json missions_json(const risk::Variant& variant, const Wording& wording);

}  // namespace evorisk::app
