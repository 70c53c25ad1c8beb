#include <nlohmann/json.hpp>

#include "app/report/playtest.hpp"
#include "ga/evaluation/record.hpp"
#include "metrics/objective/panel.hpp"

namespace evorisk::app {
namespace {

using experiments::Pairing;
using experiments::PlayedVariant;
using experiments::Playtests;
using experiments::questions;
using experiments::Relation;
using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

const char* relation_name(Relation verdict) {
  switch (verdict) {
    case Relation::related:
      return "went with";
    case Relation::unrelated:
      return "did not";
    case Relation::undecided:
      return "not yet";
    case Relation::too_few:
      break;
  }
  return "too little";
}

Json variant_json(const Playtests& playtests, const PlayedVariant& variant) {
  Json json = {{"variant", variant.variant.name()},
               {"matches", variant.matches.size()},
               {"people", playtests.people(variant)}};
  for (std::size_t i = 0; i < questions().size(); ++i) {
    const Playtests::Answered answered = playtests.answered(variant, i);
    json["answers"][std::string(questions()[i].name)] = {
        {"count", answered.answers},
        {"mean", answered.answers == 0 ? Json() : Json(answered.mean.mean)},
        {"se", answered.mean.se == 0 ? Json() : Json(answered.mean.se)}};
  }
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    const metrics::Estimate estimate = variant.totals.criterion(info.id);
    json["criteria"][std::string(info.name)] = ga::estimate_to_json(estimate);
  }
  const metrics::Estimate fitness = metrics::fitness(variant.totals, metrics::thesis_objective());
  json["objective"] = "thesis";  // the same for all, whatever each was bred for
  json["fitness"] = ga::estimate_to_json(fitness);
  Json& comments = json["comments"] = Json::array();
  for (const std::size_t match : variant.matches) {
    for (const std::string& comment : playtests.matches[match].playtest.comments)
      comments.push_back(comment);
  }
  return json;
}

Json pairing_json(const Pairing& pairing) {
  Json json = {{"of", pairing.level == experiments::Level::matches ? "matches" : "variants"},
               {"criterion", metrics::criterion_info(pairing.criterion).name},
               {"question", questions()[pairing.question].name},
               {"units", pairing.association.units},
               {"independent", pairing.association.effective_units},
               {"answers", pairing.association.answers}};
  const auto& found = pairing.association.found;
  json["correlation"] = found ? Json(found->correlation) : Json();
  json["interval"] = found ? Json{found->low, found->high} : Json();
  json["p"] = found ? Json(found->p) : Json();
  json["verdict"] = relation_name(pairing.verdict);
  json["more"] = number_or_null(pairing.more);
  json["more_for_smallest"] = number_or_null(pairing.more_for_smallest);
  return json;
}

}  // namespace

Json paces_json(const std::vector<experiments::Pace>& paces) {
  Json list = Json::array();
  for (const experiments::Pace& pace : paces) {
    Json json = {{"on", pace.on_paper ? "paper" : "screens"},
                 {"players", pace.players == 0 ? Json("all") : Json(pace.players)},
                 {"matches", pace.matches},
                 {"tables", pace.tables}};
    json["factor"] = pace.factor ? Json(pace.factor->mean) : Json();
    json["interval"] = pace.factor ? Json{pace.factor->low, pace.factor->high} : Json();
    list.push_back(std::move(json));
  }
  return list;
}

Json playtest_json(const Playtests& playtests, const experiments::PlaytestStudy& study) {
  Json variants = Json::array();
  for (const PlayedVariant& variant : playtests.variants)
    variants.push_back(variant_json(playtests, variant));
  Json pairs = Json::array();
  for (const Pairing& pairing : study.pairings) pairs.push_back(pairing_json(pairing));
  return {{"variants", std::move(variants)},
          {"smallest", study.smallest},
          {"correlations", study.looks},
          {"pairs", std::move(pairs)},
          {"minutes", paces_json(study.paces)}};
}

}  // namespace evorisk::app
