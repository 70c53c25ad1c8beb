#include "maps/generate/naming.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "base/index.hpp"
#include "base/random.hpp"

namespace evorisk::maps {
namespace {

// Of the streams of map generation: those of names.
constexpr std::uint32_t names = 1;

using Parts = std::span<const std::string_view>;

// How the names of one continent sound: a stem of one or two syllables (onset, vowel, coda), and an
// ending.
struct NameStyle {
  Parts onsets;
  Parts vowels;
  Parts codas;
  Parts endings;  // of territories
  Parts realms;   // of continents
};

constexpr std::string_view north_onsets[] = {"br", "dr", "h",  "v",  "gr",
                                             "st", "f",  "sk", "th", "l"};
constexpr std::string_view north_vowels[] = {"a", "o", "e", "u", "ei", "i"};
constexpr std::string_view north_codas[] = {"r", "n", "ld", "rn", "lm", "nd", "rg"};
constexpr std::string_view north_endings[] = {"dal", "vik", "gard", "holm", "mark", "fell", "und"};
constexpr std::string_view north_realms[] = {"mark", "und", "avia", "heim"};

constexpr std::string_view west_onsets[] = {"c", "gl", "l", "m", "tr", "br", "r", "d", "n", "p"};
constexpr std::string_view west_vowels[] = {"a", "e", "i", "o", "ae"};
constexpr std::string_view west_codas[] = {"n", "r", "l", "th", "nn", "rr", "v"};
constexpr std::string_view west_endings[] = {"wyn", "och", "ath", "or", "en", "is", "ed", "ow"};
constexpr std::string_view west_realms[] = {"oria", "enor", "ys", "annon"};

constexpr std::string_view south_onsets[] = {"s", "t", "m", "v", "p", "l", "b", "g", "r", "f"};
constexpr std::string_view south_vowels[] = {"a", "e", "o", "i", "u"};
constexpr std::string_view south_codas[] = {"r", "l", "n", "s", "lt", "rv"};
constexpr std::string_view south_endings[] = {"eira", "edo", "iz",  "enda",
                                              "ela",  "aro", "ura", "im"};
constexpr std::string_view south_realms[] = {"esia", "alia", "anza", "era"};

constexpr std::string_view steppe_onsets[] = {"k", "t", "b", "z", "s", "j", "d", "y", "kh"};
constexpr std::string_view steppe_vowels[] = {"a", "u", "o", "e"};
constexpr std::string_view steppe_codas[] = {"r", "n", "l", "z", "k", "lg", "rk"};
constexpr std::string_view steppe_endings[] = {"an", "ur", "ak", "esh", "ai", "ar", "im", "ol"};
constexpr std::string_view steppe_realms[] = {"stan", "uria", "akai", "gar"};

constexpr std::string_view isle_onsets[] = {"m", "l", "n", "t", "k", "r", "h", "w", "v"};
constexpr std::string_view isle_vowels[] = {"a", "e", "i", "o", "u", "ua"};
constexpr std::string_view isle_codas[] = {"k", "l", "m", "n", "r", "v"};
constexpr std::string_view isle_endings[] = {"ala", "eru", "ona", "ika", "amo", "ui", "ele", "oa"};
constexpr std::string_view isle_realms[] = {"anui", "aloa", "unea", "ariki"};

constexpr std::string_view east_onsets[] = {"s", "k", "m", "t", "h", "n", "y", "r", "ch"};
constexpr std::string_view east_vowels[] = {"a", "i", "o", "u", "ao"};
constexpr std::string_view east_codas[] = {"n", "r", "m", "ng", "sh"};
constexpr std::string_view east_endings[] = {"ado", "imi", "ara", "una", "oto", "en", "ei", "ura"};
constexpr std::string_view east_realms[] = {"ando", "ari", "eishu", "una"};

constexpr std::array<NameStyle, 6> styles = {{
    {north_onsets, north_vowels, north_codas, north_endings, north_realms},
    {west_onsets, west_vowels, west_codas, west_endings, west_realms},
    {south_onsets, south_vowels, south_codas, south_endings, south_realms},
    {steppe_onsets, steppe_vowels, steppe_codas, steppe_endings, steppe_realms},
    {isle_onsets, isle_vowels, isle_codas, isle_endings, isle_realms},
    {east_onsets, east_vowels, east_codas, east_endings, east_realms},
}};

// Parts of words, in lower case; rather too many than too few.
constexpr std::string_view avoided[] = {
    "anal",  "anus", "arse",  "ass",  "bich", "bitch", "bixa", "bost", "buce", "bund", "butt",
    "caga",  "cago", "caral", "chot", "chup", "cock",  "coit", "cona", "coon", "corn", "crap",
    "cum",   "cunt", "cus",   "cuz",  "damn", "dead",  "dick", "fag",  "feca", "fode", "foda",
    "fuc",   "fuk",  "gay",   "hell", "hitl", "hoe",   "homo", "jap",  "kill", "kkk",  "kike",
    "lesb",  "lixo", "mama",  "merd", "mij",  "morr",  "mort", "nazi", "neg",  "nig",  "nip",
    "otar",  "paki", "peid",  "peni", "pica", "pinto", "piro", "piss", "poo",  "porn", "porr",
    "punhe", "pus",  "put",   "rab",  "rap",  "ret",   "rola", "sex",  "shit", "slav", "slut",
    "spic",  "tara", "teta",  "tit",  "tran", "turd",  "twat", "vac",  "vadi", "viad", "vul",
    "wank",  "whor", "xana",  "xot"};

// Letters that differ, by insertion, deletion and replacement.
int edits(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
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

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

class NameGenerator {
 public:
  explicit NameGenerator(std::uint64_t seed) : seed_(seed) {}

  void know(const std::string& name) {
    if (!name.empty()) known_.push_back(lower(name));
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
      const std::size_t longest = realm || draw >= 200 ? 11 : 9;
      if (name.size() < 4 || name.size() > longest || is_offensive(name) || clumsy(name)) continue;
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
  static std::string_view pick(Parts parts, Random& random) {
    return parts[random.below(static_cast<std::uint32_t>(parts.size()))];
  }

  static std::string draw_name(const NameStyle& style, bool realm, bool longer, Random& random) {
    std::string name;
    const int syllables = longer || random.chance(realm ? 0.25 : 0.3) ? 2 : 1;
    for (int s = 0; s < syllables; ++s) {
      name += pick(style.onsets, random);
      name += pick(style.vowels, random);
    }
    const std::string_view ending = pick(realm ? style.realms : style.endings, random);
    name += pick(style.codas, random);
    // An ending that begins with a consonant follows one only.
    if (std::string_view("aeiou").find(ending[0]) == std::string_view::npos) {
      while (name.size() > 2 &&
             std::string_view("aeiou").find(name[name.size() - 2]) == std::string_view::npos)
        name.pop_back();
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
      const bool vowel = std::string_view("aeiou").find(name[i]) != std::string_view::npos;
      vowels = vowel ? vowels + 1 : 0;
      consonants = vowel ? 0 : consonants + 1;
      if (vowels > 2 || consonants > 3) return true;
      if (i >= 3 && name.compare(i - 3, 2, name, i - 1, 2) == 0) return true;
      if (i >= 1 && vowel && name[i] == name[i - 1]) return true;
    }
    return false;
  }

  std::uint64_t seed_;
  std::vector<std::string> known_;
};

}  // namespace

bool is_offensive(std::string_view name) {
  const std::string word = lower(name);
  if (word.ends_with("cu") || word.ends_with("ku")) return true;
  return std::any_of(std::begin(avoided), std::end(avoided),
                     [&](std::string_view part) { return word.find(part) != std::string::npos; });
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
    const NameStyle& style = styles[order[c % order.size()]];
    if (continent.name.empty()) continent.name = generator.invent(style, true, 1, c);
    for (const int t : continent.territories) {
      std::string& name = data.territories[at(t)].name;
      if (name.empty()) name = generator.invent(style, false, 2, static_cast<std::uint64_t>(t));
    }
  }
  return Map(std::move(data));
}

}  // namespace evorisk::maps
