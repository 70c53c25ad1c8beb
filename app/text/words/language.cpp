#include "app/text/words/language.hpp"

#include <nlohmann/json.hpp>

namespace evorisk::app {
namespace {

auto portuguese_texts() {
  const auto catalogue = nlohmann::json::parse(portuguese_text());
  decltype(Wording::texts) texts;
  for (const auto& [topic, entries] : catalogue.items()) {
    for (const auto& [english, portuguese] : entries.items()) texts.emplace(english, portuguese);
  }
  return texts;
}

}  // namespace

const Wording& wording(Language language, int first_seat) {
  static const Wording wordings[2][2] = {{{{}, 0}, {{}, 1}},
                                         {{portuguese_texts(), 0}, {portuguese_texts(), 1}}};
  return wordings[static_cast<int>(language)][first_seat];
}

}  // namespace evorisk::app
