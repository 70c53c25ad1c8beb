#include "tests/fuzz/libfuzzer/mutator.hpp"

#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "base/json.hpp"

namespace evorisk::fuzz {
namespace {

using Json = nlohmann::ordered_json;

class Mutation {
 public:
  explicit Mutation(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return random_() % count; }

  // One change of a document. What JSON values cannot hold, a key twice, is put into the text.
  std::string operator()(Json document) {
    gather(document);
    Json& place = *places_[below(places_.size())];
    switch (below(9)) {
      case 0:
      case 1:
        place = extreme();
        break;
      case 2: {  // the value of another place
        const Json other = *places_[below(places_.size())];
        place = other;
        break;
      }
      case 3: {
        for (std::size_t levels = 1 + below(4) * below(40); levels > 0; --levels)
          place = below(2) == 0 ? Json::array({place}) : Json{{"map", place}};
        break;
      }
      case 4:
        erase_in(place);
        break;
      case 5:
        add_to(place);
        break;
      case 6:
        return twice(document, place);
      case 7:
        change_number(place);
        break;
      default:
        if (place.is_structured() && !place.empty()) {
          swap_in(place);
        } else {
          place = extreme();
        }
    }
    return text_of(document);
  }

 private:
  // A change may cut a text within a character.
  static std::string text_of(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  void gather(Json& value) {
    places_.push_back(&value);
    if (!value.is_structured()) return;
    for (auto& [key, member] : value.items()) {
      if (value.is_object()) keys_.push_back(key);
      gather(member);
    }
  }

  Json extreme() {
    static const std::vector<Json> values = {nullptr,
                                             true,
                                             false,
                                             0,
                                             1,
                                             2,
                                             3,
                                             7,
                                             -1,
                                             0.5,
                                             1e-300,
                                             1e300,
                                             -1e300,
                                             1000,
                                             1'000'000,
                                             2147483647,
                                             -2147483648,
                                             4294967295,
                                             9223372036854775807,
                                             -9223372036854775807 - 1,
                                             18446744073709551615u,
                                             Json::array(),
                                             Json::object(),
                                             "",
                                             "a",
                                             "\u00e7",
                                             "\n",
                                             "{}",
                                             "..",
                                             std::string(300, 'x'),
                                             Json::array({0, 0}),
                                             Json::array({1, 2, 3}),
                                             Json{{"at_least", 1}},
                                             Json{{"at_most", 1}},
                                             "g0-0",
                                             "best",
                                             "random",
                                             "person"};
    return values[below(values.size())];
  }

  void erase_in(Json& place) {
    if (!place.is_structured() || place.empty()) return;
    auto at = place.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(below(place.size())));
    place.erase(at);
  }

  void add_to(Json& place) {
    const Json value = below(2) == 0 ? extreme() : *places_[below(places_.size())];
    if (place.is_array()) {
      const std::size_t times = 1 + below(3) * below(60);
      for (std::size_t i = 0; i < times; ++i) place.push_back(value);
    } else if (place.is_object() && !keys_.empty()) {
      place[keys_[below(keys_.size())]] = value;
    } else {
      place = value;
    }
  }

  void change_number(Json& place) {
    if (place.is_number_integer()) {
      // Beyond the largest the smallest follows.
      place = static_cast<std::int64_t>(place.get<std::uint64_t>() / 2 * below(4) + below(7) - 3);
    } else if (place.is_number()) {
      place = place.get<double>() * (static_cast<double>(below(9)) - 3) / 2;
    } else if (place.is_string()) {
      const std::string& text = place.get_ref<const std::string&>();
      place = text.substr(0, below(text.size() + 1)) + (below(2) == 0 ? "" : "1");
    } else {
      place = extreme();
    }
  }

  void swap_in(Json& place) {
    Json& a = *std::next(place.begin(), static_cast<std::ptrdiff_t>(below(place.size())));
    Json& b = *std::next(place.begin(), static_cast<std::ptrdiff_t>(below(place.size())));
    if (&a != &b) a.swap(b);
  }

  std::string twice(const Json& document, const Json& place) {
    std::string text = text_of(document);
    if (!place.is_object() || place.empty()) return text;
    const std::string inside = text_of(place);
    const std::size_t at = text.find(inside);
    const auto [key, value] = *place.items().begin();
    if (at != text.npos) text.insert(at + 1, text_of(key) + ":" + text_of(value) + ",");
    return text;
  }

  std::minstd_rand random_;
  std::vector<Json*> places_;
  std::vector<std::string> keys_;
};

}  // namespace

std::string mutated_json(std::string_view text, unsigned seed) {
  Mutation mutation(seed);
  if (Json whole = json_or_discarded(text); whole.is_structured())
    return mutation(std::move(whole));
  // A line, the next that is a document after any one.
  std::vector<std::size_t> begins = {0};
  for (std::size_t end = 0; (end = text.find('\n', end)) != text.npos;) begins.push_back(++end);
  const std::size_t first = mutation.below(begins.size());
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t begin = begins[(first + i) % begins.size()];
    const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
    Json document = json_or_discarded(line);
    if (!document.is_structured()) continue;
    return std::string(text.substr(0, begin)) + mutation(std::move(document)) +
           std::string(text.substr(begin + line.size()));
  }
  return std::string(text);
}

}  // namespace evorisk::fuzz
