#include "metrics/criteria/criteria.hpp"

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/registry.hpp"
#include "metrics/criteria/quantity.hpp"

namespace evorisk::metrics {

namespace {

OpenTable<CriterionInfo>& table() {
  static const auto data = parse_json(criteria_text());
  static OpenTable<CriterionInfo> all = [] {
    std::vector<CriterionInfo> own;
    for (const auto& [name, info] : data.items()) {
      own.push_back({static_cast<Criterion>(own.size()), name,
                     info.at("title").get<std::string_view>(), info.at("ideal").get<double>(),
                     info.at("highest").get<double>(), info.at("meaning").get<std::string_view>(),
                     info.at("source").get<std::string_view>()});
    }
    return OpenTable<CriterionInfo>("criterion", own, most_added_criteria);
  }();
  return all;
}

}  // namespace

std::span<const CriterionInfo> all_criteria() {
  return table().rows();
}

std::span<const CriterionInfo> added_criteria() {
  return table().added();
}

Criterion add_criterion_info(CriterionInfo info) {
  info.id = static_cast<Criterion>(all_criteria().size());
  add_quantity(info);  // refuses a name that a criterion has, too
  table().add(info);
  return info.id;
}

std::span<const CriterionInfo> criteria() {
  return all_criteria().first<criterion_count>();
}

const CriterionInfo& criterion_info(Criterion criterion) {
  return all_criteria()[static_cast<std::size_t>(criterion)];
}

}  // namespace evorisk::metrics
