#include "app/text/words/taste.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/index.hpp"
#include "base/statistics.hpp"

namespace evorisk::app {
namespace {

struct TasteWords {
  Message more;
  Message less;
};

// In the order of ga::liked_quantities.
const TasteWords& taste_words(std::size_t quantity) {
  static const TasteWords words[] = {
      {Message("large boards"), Message("small boards")},
      {Message("many continents"), Message("few continents")},
      {Message("one large continent"), Message("boards without a large continent")},
      {Message("territories with many neighbours"), Message("territories with few neighbours")},
      {Message("continents with many ways in"), Message("continents with few ways in")},
      {Message("large bonuses"), Message("small bonuses")},
      {Message("rules unlike Risk's"), Message("rules like Risk's")},
      {Message("long matches"), Message("short matches")},
      {Message("leads that change often"), Message("leads that seldom change")},
      {Message("winners who came from behind"), Message("winners who led all along")},
  };
  static_assert(std::size(words) == ga::liked_quantities.size());
  return words[quantity];
}

}  // namespace

std::vector<Message> understood(const ga::Likes& likes, const ga::Config& config) {
  const ga::Preference preference = likes.preference(config);
  const std::vector<double> errors = preference.errors();
  const auto sureness = [&](std::size_t i) {
    return std::abs(preference.weights()[i]) / errors[i];
  };
  const auto order = ordered_numbers<std::size_t>(
      errors.size(), [&](std::size_t a, std::size_t b) { return sureness(a) > sureness(b); });
  // So many are tested that the 5 % in which a sentence without "perhaps" is false are shared out
  // among all (Bonferroni).
  const double clear = normal_quantile(0.025 / static_cast<double>(errors.size()));
  std::vector<Message> sentences;
  for (const std::size_t i : order) {
    if (sureness(i) < 1) break;
    const TasteWords& words = taste_words(i);
    const Message what = preference.weights()[i] > 0 ? words.more : words.less;
    // 100 % is never said.
    const int percent =
        std::min(99, static_cast<int>(std::lround(100 * (1 - normal_p(sureness(i)) / 2))));
    sentences.push_back(sureness(i) > clear
                            ? Message("you like {} ({} % sure)", what, percent)
                            : Message("perhaps you like {} ({} % sure)", what, percent));
  }
  if (sentences.empty()) sentences.push_back(Message("nothing is sure yet of what you like"));
  return sentences;
}

}  // namespace evorisk::app
