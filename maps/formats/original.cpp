
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/index.hpp"
#include "base/json.hpp"
#include "base/reading/document.hpp"
#include "base/utf8.hpp"
#include "maps/formats/foreign.hpp"
#include "maps/formats/text.hpp"

namespace evorisk::maps {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t largest_number = 2'000'000'000;

bool is_number_text(const std::string& text) {
  const auto number = text::integer(text);
  return number && std::to_string(*number) == text;
}

class OriginalReader {
 public:
  explicit OriginalReader(const JsonView& view) : view_(view) {}

  MapFileContent read() {
    if (const auto name = view_.find("name")) data_.name = name->text();
    territories(view_.at("territories"));
    connections(view_.at("connections"));
    continents(view_.at("continents"), view_.at("continentsValue"));
    const std::set<std::string> known = {"name", "territories", "connections", "continents",
                                         "continentsValue"};
    std::vector<std::string> others;
    for (const auto& [key, member] : view_.members()) {
      if (!known.contains(key)) others.push_back(key);
    }
    if (!others.empty()) notes_.push_back("not kept: " + enumerated(others, 20).text());
    data_.borders = borders_.finish(notes_, [this](int t) {
      const std::string& name = data_.territories[at(t)].name;
      return name.empty() ? std::to_string(t) : name;
    });
    return {std::move(data_), std::move(notes_)};
  }

 private:
  void add_territory(const std::string& key, const JsonView& where) {
    const int index = static_cast<int>(data_.territories.size());
    if (!index_of_.emplace(key, index).second) {
      where.fail("territory {} comes twice", text::quoted(key));
    }
    // A number is where a territory stands in the list; anything else is its name.
    data_.territories.push_back({is_number_text(key) ? "" : key, std::nullopt});
  }

  void territories(const JsonView& list) {
    if (list.is_array()) {
      for (const JsonView& item : list.items()) add_territory(key_of(item), item);
    } else if (list.is_object()) {
      for (const auto& [key, item] : list.members()) {
        add_territory(key, item);
        if (item.is_string()) data_.territories.back().name = item.text();
      }
    } else {
      const auto count = list.integer(0, 100'000);  // a short text asks for much work
      for (int t = 0; t < count; ++t) add_territory(std::to_string(t), list);
    }
  }

  static std::string key_of(const JsonView& item) {
    return item.is_string() ? item.text() : std::to_string(item.integer(0, largest_number));
  }

  int territory(const std::string& key, const JsonView& where) const {
    if (const auto found = index_of_.find(key); found != index_of_.end()) return found->second;
    // A list of names may be referred to by position.
    if (is_number_text(key) && !data_.territories.empty() && !data_.territories[0].name.empty()) {
      const auto position = *text::integer(key);
      if (position >= 0 && position < static_cast<long long>(data_.territories.size())) {
        return static_cast<int>(position);
      }
    }
    where.fail("there is no territory {}", shortened(key));
  }
  int territory(const JsonView& item) const { return territory(key_of(item), item); }

  void connections(const JsonView& list) {
    if (list.is_object()) {
      for (const auto& [key, neighbours] : list.members()) {
        const int from = territory(key, neighbours);
        for (const JsonView& to : neighbours.items()) borders_.add(from, territory(to));
      }
      return;
    }
    const auto rows = list.items();
    if (is_matrix(rows)) {
      matrix(rows);
    } else if (is_adjacency(rows)) {
      if (rows.size() != data_.territories.size()) {
        list.fail("expected {} lists of neighbours, found {}", data_.territories.size(),
                  rows.size());
      }
      for (std::size_t from = 0; from < rows.size(); ++from) {
        for (const JsonView& to : rows[from].items()) {
          borders_.add(static_cast<int>(from), territory(to));
        }
      }
    } else {
      pairs(rows);
    }
  }

  // One row per territory with one number per territory; a list of neighbours is shorter.
  bool is_matrix(const std::vector<JsonView>& rows) const {
    const std::size_t count = data_.territories.size();
    return rows.size() == count && count > 2 &&
           std::all_of(rows.begin(), rows.end(), [&](const JsonView& row) {
             return row.is_array() && row.raw().size() == count;
           });
  }

  void matrix(const std::vector<JsonView>& rows) {
    for (std::size_t from = 0; from < rows.size(); ++from) {
      const auto cells = rows[from].items();
      for (std::size_t to = 0; to < cells.size(); ++to) {
        if (cells[to].integer(0, 1) == 1) {
          borders_.add(static_cast<int>(from), static_cast<int>(to));
        }
      }
    }
  }

  // Lists of neighbours, or pairs? Only a list of as many pairs as territories could be both: it is
  // one of neighbours when none names itself and every one is named back.
  bool is_adjacency(const std::vector<JsonView>& rows) const {
    const auto is_pair = [](const JsonView& row) {
      return row.is_array() && row.raw().size() == 2;
    };
    if (!std::all_of(rows.begin(), rows.end(), is_pair)) return true;
    if (rows.size() != data_.territories.size()) return false;
    std::set<std::pair<int, int>> listed;
    for (std::size_t from = 0; from < rows.size(); ++from) {
      for (const JsonView& to : rows[from].items()) {
        listed.emplace(static_cast<int>(from), territory(to));
      }
    }
    return std::all_of(listed.begin(), listed.end(), [&](const auto& border) {
      return border.first != border.second && listed.contains({border.second, border.first});
    });
  }

  // Pairs that say each border once are complete; only where some are said both ways is a pair
  // without its reverse worth a note.
  void pairs(const std::vector<JsonView>& rows) {
    std::vector<std::pair<int, int>> all;
    for (const JsonView& row : rows) {
      const auto ends = row.items();
      all.emplace_back(territory(ends[0]), territory(ends[1]));
    }
    const std::set<std::pair<int, int>> listed(all.begin(), all.end());
    const bool both_ways = std::any_of(all.begin(), all.end(), [&](const auto& border) {
      return border.first != border.second && listed.contains({border.second, border.first});
    });
    for (const auto& [from, to] : all) {
      borders_.add(from, to);
      if (!both_ways && from != to) borders_.add(to, from);
    }
  }

  void continents(const JsonView& lists, const JsonView& bonuses) {
    std::vector<std::pair<std::string, JsonView>> named;
    if (lists.is_object()) {
      named = lists.members();
    } else {
      const auto items = lists.items();
      for (std::size_t c = 0; c < items.size(); ++c)
        named.emplace_back(std::to_string(c), items[c]);
    }
    std::vector<JsonView> in_order;
    if (!bonuses.is_object()) in_order = bonuses.items();
    if (bonuses.raw().size() != named.size()) {
      bonuses.fail("expected {} bonuses, one for each continent, found {}", named.size(),
                   bonuses.raw().size());
    }
    for (std::size_t c = 0; c < named.size(); ++c) {
      const auto& [key, list] = named[c];
      const JsonView bonus = bonuses.is_object() ? bonuses.at(key) : in_order[c];
      Continent continent;
      if (!is_number_text(key)) continent.name = key;
      continent.bonus = text::bonus_in_range(bonus.integer(-largest_number, largest_number),
                                             "continent " + key, notes_);
      for (const JsonView& item : list.items()) continent.territories.push_back(territory(item));
      data_.continents.push_back(std::move(continent));
    }
    text::drop_empty_continents(data_, notes_);
  }

  const JsonView& view_;
  MapData data_;
  std::unordered_map<std::string, int> index_of_;
  text::BorderList borders_;
  std::vector<std::string> notes_;
};

}  // namespace

bool is_original(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != text.npos && text[first] == '{' &&
         (text.find("\"connections\"") != text.npos ||
          text.find("\"continentsValue\"") != text.npos);
}

MapFileContent read_original(std::string_view text, const std::string& source) {
  const Json json = parse_document(text, source);
  return OriginalReader(JsonView(json, source)).read();
}

}  // namespace evorisk::maps
