// Checksums of what the program writes in order to read it again. A sealed JSON object, which is a
// file or a line of a log, ends with a member "sum": the hash of its compact text without it, as 16
// hexadecimal digits. That shows slips and broken disks, not forgery.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/files.hpp"

namespace evorisk {

// A 64-bit hash (XXH3) of a text, chained to the hash `before` of the preceding text. It detects
// accidental changes of a file, not forgery.
std::uint64_t text_hash(std::string_view text, std::uint64_t before = 0);

// Adds the last member to an object.
void seal(nlohmann::ordered_json& object);
// The same of an object's compact text.
std::string sealed(std::string_view compact);
// The compact text of an object, sealed, and a line end.
std::string sealed_line(const nlohmann::ordered_json& object);
// Whether a text is, to the byte, such a line.
bool is_sealed_line(std::string_view line);

// Whether an object without a checksum, as earlier versions wrote it, is taken as it is.
enum class Unsealed { refused, allowed };

// Checks the last member of an object, and removes it. Throws InputError for what is no object, and
// for a checksum that is missing or another.
void unseal(nlohmann::ordered_json& object, const std::string& source,
            Unsealed unsealed = Unsealed::refused);

// read_json, then unseal.
nlohmann::ordered_json read_sealed(const std::string& file, std::int64_t largest = largest_document,
                                   Unsealed unsealed = Unsealed::refused);

// Calls what reads a document of the program's own making without looking first at what its values
// are: where one is missing, or of another type, throws InputError that names `source`.
void read_as_written(const std::string& source, const std::function<void()>& read);

}  // namespace evorisk
