// Sheets of paper on which people answer, each of one match of a variant, with a code by which the
// answers are typed in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

// Letters and digits of codes: none looks like another, in print or by hand. Their number is prime,
// so that the check digit finds every wrong sign and every swap of two neighbours.
inline constexpr std::string_view code_signs = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
inline constexpr int most_sheets_of_variant = 31 * 31;

// "BZVT-AA-D": four signs of the variant (its name, rules and map), two of the match, a check
// digit. 1 <= match <= most_sheets_of_variant.
std::string sheet_code(const risk::Variant& variant, int match);
// The code as it is printed, of what was typed: lower case and missing or other strokes are taken.
// Throws InputError for what cannot be a code.
std::string read_code(std::string_view typed);

// CODE.sheet.json in the directory, with the variant in place.
std::filesystem::path sheet_file(const std::filesystem::path& directory, const std::string& code);
// Writes the next sheet of the variant into the directory, and returns its code. Throws InputError
// when there are too many, SystemError.
std::string new_sheet(const std::filesystem::path& directory, const risk::Variant& variant);
// Throws InputError for a file that is none.
risk::Variant read_sheet(const std::filesystem::path& file);

}  // namespace evorisk::experiments
