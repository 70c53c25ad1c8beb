#include "experiments/playtest/summary.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/files.hpp"
#include "experiments/playtest/answers.hpp"
#include "metrics/measure.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {

std::optional<double> Opinions::mean(std::size_t question) const {
  const std::vector<int>& values = given[question];
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<std::vector<Opinions>> playtest_summary(const std::filesystem::path& directory,
                                                      std::int64_t matches, std::uint64_t seed,
                                                      int threads,
                                                      const metrics::PlayControl& control) {
  std::map<std::string, Opinions> variants;  // by name, rules and map
  for (const std::filesystem::path& file : playtests_below(directory)) {
    const Playtest playtest = read_playtest(file);
    const risk::Record record =
        risk::read_record(read_file(playtest.record), playtest.record.string());
    const risk::Variant& variant = *record.variant;
    Opinions none{.variant = variant,
                  .given = std::vector<std::vector<int>>(questions().size()),
                  .comments = {},
                  .totals = metrics::CriteriaTotals(variant.players())};
    Opinions& opinions =
        variants
            .try_emplace(variant.name() + risk::variant_to_json(variant).dump(), std::move(none))
            .first->second;
    ++opinions.matches;
    for (const std::vector<int>& answers : playtest.answers) {
      ++opinions.people;
      for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i] > 0) opinions.given[i].push_back(answers[i]);
      }
    }
    opinions.comments.insert(opinions.comments.end(), playtest.comments.begin(),
                             playtest.comments.end());
  }
  metrics::EngineOptions options;
  options.threads = threads;
  const auto engine = metrics::make_engine(options);
  std::vector<Opinions> all;
  for (auto& [key, opinions] : variants) {
    const metrics::Measurement measurement{
        &opinions.variant, {.seed = seed, .purpose = Purpose::match}, matches, &opinions.totals};
    if (!metrics::measure(*engine, {&measurement, 1}, control)) return std::nullopt;
    all.push_back(std::move(opinions));
  }
  return all;
}

}  // namespace evorisk::experiments
