#include "maps/generate/naming.hpp"

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <cctype>
#include <nlohmann/json.hpp>

#include "base/index.hpp"
#include "base/json.hpp"
#include "base/random.hpp"

namespace evorisk::maps {
namespace {

// Of the streams of map generation: those of names; and the kinds of names.
constexpr std::uint32_t names = 1;
constexpr std::uint32_t of_continents = 1;
constexpr std::uint32_t of_territories = 2;
constexpr std::uint32_t of_boards = 3;

using Parts = std::vector<std::string>;

// As name_parts.json has them.
struct NameStyle {
  Parts onsets;
  Parts vowels;
  Parts codas;
  Parts endings;  // of territories
  Parts realms;   // of continents
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NameStyle, onsets, vowels, codas, endings, realms)

struct NameParts {
  std::vector<NameStyle> styles;
  Parts avoided;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NameParts, styles, avoided)

const NameParts& name_parts() {
  static const NameParts parts = parse_json(name_parts_text()).get<NameParts>();
  return parts;
}

// Letters that differ, by insertion, deletion and replacement.
int edits(std::string_view a, std::string_view b) {
  std::vector<int> row = numbers<int>(b.size() + 1);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

bool is_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

class NameGenerator {
 public:
  explicit NameGenerator(std::uint64_t seed) : seed_(seed) {}

  void know(const std::string& name) {
    if (!name.empty()) known_.push_back(boost::to_lower_copy(name));
  }

  // Draws until a name is far enough from all known; from a stream of its own, so that one name
  // does not depend on how many draws another took. The more draws, the less is asked.
  std::string invent(const NameStyle& style, bool realm, std::uint32_t kind, std::uint64_t number) {
    Random random({.seed = seed_,
                   .purpose = Purpose::map_generation,
                   .individual = kind,
                   .match = number,
                   .substream = names});
    for (int draw = 0;; ++draw) {
      std::string name = draw_name(style, realm, draw >= 60, random);
      const std::size_t longest = (realm && kind != of_boards) || draw >= 200 ? 11 : 9;
      if (name.size() < 4 || name.size() > longest || is_offensive(name) || clumsy(name)) continue;
      if (kind == of_boards && has_pair_twice(name)) continue;
      const int least = draw < 200 ? 3 : draw < 2000 ? 2 : 1;
      const bool near = std::any_of(known_.begin(), known_.end(), [&](const std::string& other) {
        return edits(name, other) < least ||
               (draw < 200 && name.substr(0, 3) == other.substr(0, 3));
      });
      if (near) continue;
      known_.push_back(name);
      name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
      return name;
    }
  }

 private:
  static std::string draw_name(const NameStyle& style, bool realm, bool longer, Random& random) {
    std::string name;
    const int syllables = longer || random.chance(realm ? 0.25 : 0.3) ? 2 : 1;
    for (int s = 0; s < syllables; ++s) {
      name += random.pick(style.onsets);
      name += random.pick(style.vowels);
    }
    const std::string& ending = random.pick(realm ? style.realms : style.endings);
    name += random.pick(style.codas);
    // An ending that begins with a consonant follows one only.
    if (!is_vowel(ending[0])) {
      while (name.size() > 2 && !is_vowel(name[name.size() - 2])) name.pop_back();
    }
    name += ending;
    return name;
  }

  // The same letter three times, the same pair twice running, three vowels or four consonants in
  // a row.
  static bool clumsy(const std::string& name) {
    int vowels = 0;
    int consonants = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
      const bool vowel = is_vowel(name[i]);
      vowels = vowel ? vowels + 1 : 0;
      consonants = vowel ? 0 : consonants + 1;
      if (vowels > 2 || consonants > 3) return true;
      if (i >= 3 && name.compare(i - 3, 2, name, i - 1, 2) == 0) return true;
      if (i >= 1 && vowel && name[i] == name[i - 1]) return true;
    }
    return false;
  }

  // As "an" in "Cannannon".
  static bool has_pair_twice(std::string_view name) {
    for (std::size_t i = 0; i + 3 < name.size(); ++i) {
      if (name.find(name.substr(i, 2), i + 2) != std::string_view::npos) return true;
    }
    return false;
  }

  std::uint64_t seed_;
  std::vector<std::string> known_;
};

}  // namespace

bool is_offensive(std::string_view name) {
  const std::string word = boost::to_lower_copy(std::string(name));
  if (word.ends_with("cu") || word.ends_with("ku")) return true;
  return std::ranges::any_of(name_parts().avoided, [&](const std::string& part) {
    return word.find(part) != std::string::npos;
  });
}

std::string invented_name(std::uint64_t seed, const std::vector<std::string>& taken) {
  const std::vector<NameStyle>& styles = name_parts().styles;
  NameGenerator generator(seed);
  for (const std::string& name : taken) generator.know(name);
  return generator.invent(styles[seed % styles.size()], true, of_boards, 0);
}

Map with_names(const Map& map, std::uint64_t seed) {
  MapData data = map.data();
  NameGenerator generator(seed);
  for (const Territory& territory : data.territories) generator.know(territory.name);
  for (const Continent& continent : data.continents) generator.know(continent.name);
  std::vector<std::uint32_t> order = {0, 1, 2, 3, 4, 5};
  Random random({.seed = seed, .purpose = Purpose::map_generation, .substream = names});
  random.shuffle(order.begin(), order.end());
  for (std::size_t c = 0; c < data.continents.size(); ++c) {
    Continent& continent = data.continents[c];
    const NameStyle& style = name_parts().styles[order[c % order.size()]];
    if (continent.name.empty()) continent.name = generator.invent(style, true, of_continents, c);
    for (const int t : continent.territories) {
      std::string& name = data.territories[at(t)].name;
      if (name.empty()) name = generator.invent(style, false, of_territories, at(t));
    }
  }
  return Map(std::move(data));
}

}  // namespace evorisk::maps
