#include "app/export/readme.hpp"

#include <algorithm>

#include "base/counted.hpp"
#include "base/utf8.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::app {
namespace {

constexpr std::size_t line_length = 78;

const OtherRule* other_of(const std::vector<OtherRule>& others, const risk::RuleSentence& rule) {
  for (const OtherRule& other : others) {
    const bool named = rule.keys.empty()
                           ? other.key == rule.topic
                           : std::ranges::find(rule.keys, other.key) != rule.keys.end();
    if (named) return &other;
  }
  return nullptr;
}

}  // namespace

Readme::Readme(const ExportSource& source) : source_(source) {
  const risk::Variant& variant = source.variant();
  text_ = variant.name() + '\n' + std::string(letters(variant.name()), '=') + '\n';
  if (!source.options().by.empty()) paragraph({"A game by {}.", source.options().by});
  paragraph({"A game of conquest for {} players. {} territories, {} {}.", variant.players(),
             variant.territories(), variant.continents(), noun(variant.continents(), "continent")});
}

void Readme::heading(const Message& text) {
  const std::string line = text.text(source_.words());
  text_ += '\n' + line + '\n' + std::string(letters(line), '-') + '\n';
}

void Readme::paragraph(const Message& text) {
  text_ += '\n' + wrapped(text.text(source_.words()), line_length, "", "");
}

void Readme::item(const Message& text) {
  text_ += wrapped(text.text(source_.words()), line_length, "- ", "  ");
}

void Readme::command(const std::string& line) {
  text_ += "    " + line + '\n';
}

void Readme::rules(const std::vector<OtherRule>& others) {
  const auto sentences = kit::rules_at_table(source_.variant().rules());
  heading("Rules that the program plays as this game has them");
  for (const risk::RuleSentence& rule : sentences) {
    if (!rule.text.empty() && other_of(others, rule) == nullptr) item(rule.text);
  }
  heading("Rules that the program plays in another way");
  for (const risk::RuleSentence& rule : sentences) {
    const OtherRule* other = other_of(others, rule);
    if (other == nullptr || rule.text.empty()) continue;
    item({"This game: {} The program: {}", rule.text, other->instead});
  }
}

void Readme::rulebook() {
  heading("The rules");
  for (const risk::RuleSentence& rule : kit::rules_at_table(source_.variant().rules())) {
    if (!rule.text.empty()) item(rule.text);
  }
}

void Readme::notes(const std::vector<Message>& notes) {
  if (notes.empty()) return;
  heading("What to know");
  for (const Message& note : notes) item(note);
}

}  // namespace evorisk::app
