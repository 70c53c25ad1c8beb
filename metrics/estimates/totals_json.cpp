// Totals as JSON, lossless: sums are decimal texts of 128 bits.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "base/registry.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/estimates/totals_batch.hpp"

namespace evorisk::metrics {

nlohmann::ordered_json CriteriaTotals::to_json() const {
  using Json = nlohmann::ordered_json;
  Json json = {{"players", players_}, {"matches", matches_}};
  for (int s = 0; s < players_; ++s) json["wins"].push_back(wins(s));
  for (int s = 0; s < players_; ++s) {
    Json& sums = json["sums_by_winner"].emplace_back(Json::array());
    for (int v = max_seats; v < width; ++v) {
      sums.push_back(to_decimal(product_[product_place(s, v)]));
    }
  }
  // The last reason only where it occurs: matches without missions are written as ever.
  constexpr auto mission = static_cast<std::size_t>(risk::EndReason::mission);
  for (std::size_t e = 0; e < ends_.size(); ++e) {
    if (e != mission || ends_[e] > 0) json["ends"].push_back(ends_[e]);
  }
  json["turns"] = {{"fewest", fewest_turns_},
                   {"most", most_turns_},
                   {"sum", to_decimal(turns_sum_)},
                   {"squares", to_decimal(turns_square_)}};
  const std::span all_sums(sum_);
  const std::span all_products(product_);
  json["sums"] = to_decimals(all_sums.subspan(max_seats, value_count));
  for (int a = max_seats; a < width; ++a) {
    for (int b = a; b < width; ++b) {
      json["products"].push_back(to_decimal(product_[product_place(a, b)]));
    }
  }
  if (extended_.empty()) return json;
  Json& extended = json["further"];
  for (const CriterionInfo& info : all_criteria()) {
    if (extended_.has(info.id)) extended["criteria"].push_back(info.name);
  }
  // Their values stand in the order in which they were added.
  if (extended_.has_added()) {
    for (const CriterionInfo& info : added_criteria()) extended["added"].push_back(info.name);
  }
  extended["sums"] = to_decimals(all_sums.subspan(width));
  extended["products"] = to_decimals(all_products.subspan(product_place(0, width)));
  return json;
}

CriteriaTotals CriteriaTotals::from_json(const JsonView& view) {
  view.only({"players", "matches", "wins", "sums_by_winner", "ends", "turns", "sums", "products",
             "further"});
  const auto players = static_cast<int>(view.at("players").integer(2, max_seats));
  const auto extended = view.find("further");
  CriteriaSet set;
  if (extended) {
    extended->only({"criteria", "added", "sums", "products"});
    if (const auto added = extended->find("added")) {
      const auto names = names_of(added_criteria());
      if (!std::ranges::equal(added->texts(), names)) {
        added->fail(
            "was measured with other criteria from outside: add the same ones in the same order");
      }
    }
    for (const JsonView& item : extended->at("criteria").items()) {
      set.add(static_cast<Criterion>(item.one_of(names_of(all_criteria()))));
    }
  }
  CriteriaTotals t(players, set);
  const std::span all_sums(t.sum_);
  const std::span all_products(t.product_);
  if (extended) {
    read_decimals(extended->at("sums"), all_sums.subspan(width));
    read_decimals(extended->at("products"), all_products.subspan(product_place(0, width)));
  }
  t.matches_ = view.at("matches").integer(0, std::int64_t{1} << 40);

  const auto seats = static_cast<std::size_t>(players);
  const auto wins = items_of(view.at("wins"), seats);
  const auto won_sums = items_of(view.at("sums_by_winner"), seats);
  std::array<Int128, value_count> row;
  for (std::size_t s = 0; s < seats; ++s) {
    const auto seat = static_cast<int>(s);
    all_sums[s] = all_products[product_place(seat, seat)] = wins[s].integer(0, t.matches_);
    read_decimals(won_sums[s], row);
    for (std::size_t v = 0; v < row.size(); ++v) {
      all_products[product_place(seat, max_seats + static_cast<int>(v))] = row[v];
    }
  }
  const JsonView ends = view.at("ends");
  const std::size_t reasons = t.ends_.size();
  const bool without_missions = ends.items().size() == reasons - 1;
  const auto counts = items_of(ends, without_missions ? reasons - 1 : reasons);
  std::int64_t ended = 0;
  for (std::size_t e = 0; e < counts.size(); ++e) {
    t.ends_[e] = counts[e].integer(0, t.matches_);
    ended += t.ends_[e];
  }
  if (ended != t.matches_) ends.fail("does not add up to the number of matches");
  if (t.finished() > t.matches_) view.at("wins").fail("adds up to more than the matches");

  const JsonView turns = view.at("turns");
  turns.only({"fewest", "most", "sum", "squares"});
  t.fewest_turns_ = turns.at("fewest").natural();
  t.most_turns_ = turns.at("most").natural(t.fewest_turns_);
  t.turns_sum_ = int128_from_json(turns.at("sum"));
  t.turns_square_ = int128_from_json(turns.at("squares"));
  read_decimals(view.at("sums"), all_sums.subspan(max_seats, value_count));
  std::array<Int128, BatchSums::products> products;
  read_decimals(view.at("products"), products);
  auto next = products.begin();
  for (int a = max_seats; a < width; ++a) {
    for (int b = a; b < width; ++b) all_products[product_place(a, b)] = *next++;
  }
  return t;
}

}  // namespace evorisk::metrics
