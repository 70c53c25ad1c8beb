#include "app/text/criteria_list.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/names.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::app {

metrics::CriteriaSet parse_criteria(std::string_view text) {
  metrics::CriteriaSet set;
  if (text.empty()) return set;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, comma);
    bool known = name == "all";
    std::vector<std::string_view> names = {"all"};
    for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
      names.push_back(info.name);
      if (name != "all" && name != info.name) continue;
      set.add(info.id);
      known = true;
    }
    if (!known) throw InputError("--criteria: {}", unknown_name("criterion", name, names));
    if (comma == text.size()) return set;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace evorisk::app
