#include "experiments/playtest/sheet.hpp"

#include <cctype>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t variant_signs = 4;
constexpr std::size_t match_signs = 2;
constexpr std::size_t body_signs = variant_signs + match_signs;
constexpr std::uint64_t base = code_signs.size();

// The sum of places times values, modulo the number of signs (ISO 7064 has codes like it).
char check_digit(std::string_view body) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < body.size(); ++i) sum += (i + 2) * code_signs.find(body[i]);
  return code_signs[sum % base];
}

std::string with_strokes(const std::string& signs) {
  return signs.substr(0, variant_signs) + '-' + signs.substr(variant_signs, match_signs) + '-' +
         signs.back();
}

}  // namespace

std::string sheet_code(const risk::Variant& variant, int match) {
  std::uint64_t number = text_hash(variant.name() + risk::variant_to_json(variant).dump());
  std::string signs;
  for (std::size_t i = 0; i < variant_signs; ++i, number /= base)
    signs += code_signs[number % base];
  const auto index = static_cast<std::uint64_t>(match - 1);
  signs += code_signs[index / base % base];
  signs += code_signs[index % base];
  signs += check_digit(signs);
  return with_strokes(signs);
}

std::string read_code(std::string_view typed) {
  std::string signs;
  bool known = true;
  for (const char c : typed) {
    const auto sign = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (sign == '-' || sign == ' ' || sign == '.') continue;
    known = known && code_signs.find(sign) != std::string_view::npos;
    signs += sign;
  }
  if (!known || signs.size() != body_signs + 1 ||
      signs.back() != check_digit(std::string_view(signs).substr(0, body_signs))) {
    throw InputError(
        "\"{}\" is not the code of a sheet: one sign of it is wrong, missing or swapped; a code is "
        "like \"BZVT-AA-D\", without 0, 1, I, L and O",
        typed);
  }
  return with_strokes(signs);
}

fs::path sheet_file(const fs::path& directory, const std::string& code) {
  return directory / (code + ".sheet.json");
}

std::string new_sheet(const fs::path& directory, const risk::Variant& variant) {
  for (int match = 1; match <= most_sheets_of_variant; ++match) {
    std::string code = sheet_code(variant, match);
    const fs::path file = sheet_file(directory, code);
    if (file_exists(file)) continue;
    Json json = {{"format", 1}, {"code", code}, {"variant", risk::variant_to_json(variant)}};
    seal(json);
    write_file(file, json.dump(1) + "\n");
    return code;
  }
  throw InputError("{} has {} sheets in {} already; take another directory", variant.name(),
                   most_sheets_of_variant, directory.string());
}

risk::Variant read_sheet(const fs::path& file) {
  const Json json = read_sealed(file.string());
  const JsonView view(json, file.string());
  view.format(1);
  view.only({"format", "code", "variant"});
  return risk::variant_from_json(view.at("variant"), file.parent_path().string());
}

}  // namespace evorisk::experiments
