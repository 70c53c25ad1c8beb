// The kit to print, as the page gets it.
#include <nlohmann/json.hpp>

#include "app/print/kit.hpp"
#include "app/studio/parts.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// Base64 (RFC 4648), because answers are JSON.
std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(4 * (bytes.size() + 2) / 3);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t here = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 3; ++j)
      word = word << 8 | (j < here ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j)
      text += j <= here ? digits[word >> (18 - 6 * j) & 63u] : '=';
  }
  return text;
}

}  // namespace

void add_print(StudioContext& context, Routes& routes) {
  routes.post("/api/print", [&context](const Call& call) {
    const risk::Variant variant = context.variant(call);
    KitOptions options;
    if (const auto paper = call.body.find("paper"))
      options.paper = static_cast<Paper>(paper->one_of(paper_names));
    if (const auto language = call.body.find("language"))
      options.language = static_cast<Language>(language->one_of(language_names));
    options.sheets = static_cast<int>(call.number("sheets", 0, most_sheets, 0));
    return Json{{"pdf", base64(kit_pdf(variant, options))}};
  });
}

}  // namespace evorisk::app
