#include "experiments/playtest/sheets.hpp"

#include <cctype>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.hpp"
#include "base/seal.hpp"
#include "base/utf8.hpp"
#include "experiments/playtest/answers.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
constexpr std::size_t of_variant = 4;
constexpr std::size_t of_code = 7;

// Luhn's check of letters: every second one, from the last on, counts twice, with carry.
char check_letter(std::string_view code) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::size_t value = letters.find(code[i]) * ((code.size() - i) % 2 == 1 ? 2 : 1);
    sum += value / letters.size() + value % letters.size();
  }
  return letters[(letters.size() - sum % letters.size()) % letters.size()];
}

std::string plain_code(const risk::Variant& variant, int match) {
  std::uint64_t hash = text_hash(risk::variant_to_json(variant).dump());
  std::string code;
  for (std::size_t i = 0; i < of_variant; ++i, hash /= letters.size()) {
    code += letters[hash % letters.size()];
  }
  code += letters[static_cast<std::size_t>(match) / letters.size()];
  code += letters[static_cast<std::size_t>(match) % letters.size()];
  return code + check_letter(code);
}

}  // namespace

std::string sheet_code(const risk::Variant& variant, int match) {
  const std::string code = plain_code(variant, match);
  return code.substr(0, 4) + '-' + code.substr(4, 2) + '-' + code.substr(6);
}

int match_of_code(const std::string& code, const risk::Variant& variant) {
  std::string plain;
  for (const char c : code) {
    if (c == '-' || c == ' ') continue;
    plain += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  if (plain.size() != of_code || plain.find_first_not_of(letters) != plain.npos ||
      check_letter(plain.substr(0, of_code - 1)) != plain.back()) {
    throw InputError("\"{}\" is no code of a sheet, like {}; is a letter mistyped?",
                     shortened(code), sheet_code(variant, 0));
  }
  const std::size_t match =
      letters.find(plain[of_variant]) * letters.size() + letters.find(plain[of_variant + 1]);
  if (plain != plain_code(variant, static_cast<int>(match))) {
    throw InputError("{}: the code of another variant than {}", code, variant.name());
  }
  return static_cast<int>(match);
}

std::filesystem::path enter_answers(const std::filesystem::path& directory,
                                    const risk::Variant& variant, int match,
                                    const JsonView& answers, const Json& of_match) {
  const std::string code = sheet_code(variant, match);
  Json all = {{"format", 1}, {"code", code}, {"variant", variant.name()}};
  all["game"] = risk::variant_to_json(variant);
  all.update(of_match);
  const std::filesystem::path file = directory / (code + ".answers.json");
  add_entry(file, std::move(all), answers, variant.players());
  return file;
}

}  // namespace evorisk::experiments
