// JSON that people write, or that a client sends.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace evorisk {

// Values in a document, those in lists and objects included, at most: a map of 20,000 territories
// has 204,000. Without this bound one of 31 MB, at its worst two bytes a value, would take 1.7 GB
// of memory.
inline constexpr std::size_t most_document_values = 500'000;

// As parse_json; also throws InputError for more values (for which json_or_discarded is discarded).
// What the program itself writes to read it again grows with a run, and is not parsed by this
// function.
nlohmann::ordered_json parse_document(std::string_view text, const std::string& source);

}  // namespace evorisk
