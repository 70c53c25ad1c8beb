// Answers on paper: a sheet for each printed match has a code, under which they are typed in.
#pragma once

#include <filesystem>
#include <string>

#include "base/json.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

inline constexpr int most_sheet_matches = 1024;

// "K7QM-2F-X" of match 0 ... most_sheet_matches - 1 of a variant: four letters of its rules and
// map, two of the match, one that tells every mistyped letter and nearly all that change places
// (Luhn's check, 1954, of 32 letters). No letter looks like another.
std::string sheet_code(const risk::Variant& variant, int match);
// The match of a code, typed in any case, dashes and blanks as one likes. Throws InputError for
// what is none, or one of another variant.
int match_of_code(const std::string& code, const risk::Variant& variant);

// Adds what one person wrote on the sheet to DIRECTORY/CODE.answers.json, which is made if it is
// missing: {"seat", "fun": 1 ... 5, ..., "comment"}, none twice of a seat (the later ones stay);
// and of the match "minutes" and "winner" (a seat), where they are given. Throws InputError.
std::filesystem::path enter_answers(const std::filesystem::path& directory,
                                    const risk::Variant& variant, int match,
                                    const JsonView& answers,
                                    const nlohmann::ordered_json& of_match);

}  // namespace evorisk::experiments
