#include "ga/evaluation/evidence_store.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "ga/evaluation/record.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

void EvidenceStore::recall(std::span<Individual> individuals) const {
  for (Individual& individual : individuals) {
    const auto found = records_.find(game_key(individual.genome));
    if (found == records_.end()) continue;
    const Record& record = found->second;
    individual.evidence = record.tables;
    individual.matches_played = record.matches_played;
    individual.play_on(record.stream);
    individual.assess(config_);
  }
}

void EvidenceStore::keep(int generation, std::span<const Individual> measured) {
  for (const Individual& individual : measured) {
    if (!individual.filtered.empty()) continue;
    const Individual::Stream stream = individual.matches_stream();
    const auto [found, is_new] = records_.try_emplace(game_key(individual.genome));
    Record& record = found->second;
    if (!is_new && record.seen == generation) {
      // A copy of it was measured apart, on another island. Of one stream the longer part has the
      // shorter one in it; common numbers are the same for all streams; others add up.
      if (!(record.stream == stream) && !config_.budget.common_numbers) {
        merge(record.tables, individual.evidence);
        continue;
      }
      if (individual.matches_played <= record.matches_played) continue;
    }
    record = {stream, generation, individual.matches_played, individual.evidence};
  }
  const auto most = static_cast<std::size_t>(config_.evidence_kept);
  if (records_.size() <= most) return;
  // Those not seen for longest go, and of these first those known least.
  std::vector<decltype(records_)::const_iterator> order;
  for (auto record = records_.begin(); record != records_.end(); ++record) order.push_back(record);
  std::ranges::stable_sort(order, {}, [](const auto& record) {
    return std::pair(record->second.seen, record->second.matches_played);
  });
  order.resize(records_.size() - most);
  for (const auto& record : order) records_.erase(record);
}

Json EvidenceStore::to_json() const {
  Json json = Json::array();
  for (const auto& [key, record] : records_) {
    json.push_back({{"game", key},
                    {"stream", {record.stream.generation, record.stream.index}},
                    {"seen", record.seen},
                    {"matches_played", record.matches_played},
                    {"tables", evidence_to_json(record.tables)}});
  }
  return json;
}

void EvidenceStore::restore(const JsonView& view) {
  records_.clear();
  for (const JsonView& item : view.items()) {
    item.only({"game", "stream", "seen", "matches_played", "tables"});
    Record record{stream_from_json(item.at("stream")), item.at("seen").natural(),
                  item.at("matches_played").count(), evidence_from_json(item.at("tables"))};
    if (std::ssize(record.tables) != config_.tables()) {
      item.at("tables").fail("has another number of tables than the configuration");
    }
    records_.emplace(item.at("game").text(), std::move(record));
  }
}

}  // namespace evorisk::ga
