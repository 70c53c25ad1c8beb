#include "ga/evaluation/evidence_store.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

void EvidenceStore::recall(std::span<Individual> individuals) const {
  for (Individual& individual : individuals) {
    const auto found = records_.find(game_key(individual.genome));
    if (found == records_.end()) continue;
    const Record& record = found->second;
    individual.evidence = record.tables.front();
    individual.others.assign(record.tables.begin() + 1, record.tables.end());
    individual.matches_played = record.matches_played;
    const Individual::Stream own{individual.generation, individual.index};
    individual.stream.reset();
    if (!(record.stream == own)) individual.stream = record.stream;
    individual.assess(config_.objective, config_.judgement);
  }
}

void EvidenceStore::keep(int generation, std::span<const Individual> measured) {
  for (const Individual& individual : measured) {
    if (!individual.filtered.empty()) continue;
    const Individual::Stream stream =
        individual.stream.value_or(Individual::Stream{individual.generation, individual.index});
    const auto [found, is_new] = records_.try_emplace(game_key(individual.genome));
    Record& record = found->second;
    if (!is_new && record.seen == generation) {
      // A copy of it was measured apart, on another island. Of one stream the longer part has the
      // shorter one in it; common numbers are the same for all streams; others add up.
      if (!(record.stream == stream) && !config_.budget.common_numbers) {
        const std::vector<metrics::CriteriaTotals> tables = individual.tables();
        for (std::size_t i = 0; i < tables.size(); ++i) record.tables[i].merge(tables[i]);
        continue;
      }
      if (individual.matches_played <= record.matches_played) continue;
    }
    record.stream = stream;
    record.seen = generation;
    record.matches_played = individual.matches_played;
    record.tables = individual.tables();
  }
  const auto most = static_cast<std::size_t>(config_.evidence_kept);
  if (records_.size() <= most) return;
  // Those not seen for longest go, and of these first those known least.
  std::vector<std::tuple<int, std::int64_t, const std::string*>> order;
  for (const auto& [key, record] : records_) {
    order.emplace_back(record.seen, record.matches_played, &key);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
  });
  order.resize(records_.size() - most);
  std::vector<std::string> gone;
  for (const auto& entry : order) gone.push_back(*std::get<2>(entry));
  for (const std::string& key : gone) records_.erase(key);
}

Json EvidenceStore::to_json() const {
  Json json = Json::array();
  for (const auto& [key, record] : records_) {
    Json tables = Json::array();
    for (const metrics::CriteriaTotals& table : record.tables) tables.push_back(table.to_json());
    json.push_back({{"game", key},
                    {"stream", {record.stream.generation, record.stream.index}},
                    {"seen", record.seen},
                    {"matches_played", record.matches_played},
                    {"tables", std::move(tables)}});
  }
  return json;
}

void EvidenceStore::restore(const JsonView& view) {
  constexpr int most = std::numeric_limits<int>::max();
  records_.clear();
  for (const JsonView& item : view.items()) {
    item.only({"game", "stream", "seen", "matches_played", "tables"});
    Record record;
    const std::vector<JsonView> stream = item.at("stream").items();
    if (stream.size() != 2) item.at("stream").fail("must be a generation and an index");
    record.stream = {static_cast<int>(stream[0].integer(0, most)),
                     static_cast<int>(stream[1].integer(0, most))};
    record.seen = static_cast<int>(item.at("seen").integer(0, most));
    record.matches_played =
        item.at("matches_played").integer(0, std::numeric_limits<std::int64_t>::max());
    for (const JsonView& table : item.at("tables").items()) {
      record.tables.push_back(metrics::CriteriaTotals::from_json(table));
    }
    if (record.tables.size() != config_.tables()) {
      item.at("tables").fail("has another number of tables than the configuration");
    }
    records_.emplace(item.at("game").text(), std::move(record));
  }
}

}  // namespace evorisk::ga
