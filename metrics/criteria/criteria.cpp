#include "metrics/criteria/criteria.hpp"

#include <nlohmann/json.hpp>

#include "base/json.hpp"

namespace evorisk::metrics {

std::span<const CriterionInfo> all_criteria() {
  static const auto data = parse_json(criteria_text());
  static const auto table = [] {
    std::vector<CriterionInfo> list;
    for (const auto& [name, info] : data.items()) {
      list.push_back({static_cast<Criterion>(list.size()), name,
                      info.at("title").get<std::string_view>(), info.at("ideal").get<double>(),
                      info.at("highest").get<double>(), info.at("meaning").get<std::string_view>(),
                      info.at("source").get<std::string_view>()});
    }
    return list;
  }();
  return table;
}

std::span<const CriterionInfo> criteria() {
  return all_criteria().first<criterion_count>();
}

const CriterionInfo& criterion_info(Criterion criterion) {
  return all_criteria()[static_cast<std::size_t>(criterion)];
}

}  // namespace evorisk::metrics
