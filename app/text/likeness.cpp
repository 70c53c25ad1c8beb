#include "app/text/likeness.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/statistics.hpp"
#include "ga/evaluation/record.hpp"

namespace evorisk::app {
namespace {

using experiments::BoardStudy;
using Json = nlohmann::ordered_json;
using maps::Feature;

const maps::FeatureInfo& info_of(std::size_t feature) {
  return maps::all_features()[feature];
}

// "Largest continent larger than on 97 % of boards of its size (± 4 %): 0.62, mostly 0.19 to 0.41".
std::string unusual_sentence(std::size_t feature, const maps::FeaturePlace& place, int side) {
  const maps::FeatureInfo& info = info_of(feature);
  std::string subject(info.subject);
  subject.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(subject.front())));
  return fmt::format(
      "{} {} than on {:.0f} % of boards of its size (± {:.0f} %): {:.3g}; most have "
      "{:.3g} to {:.3g}",
      subject, side > 0 ? info.above : info.below, 100 * (side > 0 ? place.below : place.above),
      rounded_up(100 * place.error, 0), place.value, place.low, place.high);
}

std::string percent(const metrics::Estimate& share) {
  return fmt::format("{:.0f} ± {:.0f} %", 100 * share.mean, rounded_up(100 * share.se, 0));
}

}  // namespace

std::string likeness_text(const maps::Features& features) {
  const maps::HumanLikeness likeness = maps::human_likeness(features);
  std::string text = fmt::format(
      "Among boards that people designed: distance {:.2f} (0 in every usual range, 1 the mean of "
      "such boards)\n",
      likeness.distance);
  int found = 0;
  std::string sentences;
  for (std::size_t f = 0; f < maps::feature_count; ++f) {
    const int side = unusual(likeness.places[f], static_cast<Feature>(f));
    if (side == 0) continue;
    ++found;
    sentences += "  " + unusual_sentence(f, likeness.places[f], side) + "\n";
  }
  text += fmt::format("Unusual: {} of {} features (such a board has {:.1f} on average)\n{}", found,
                      maps::feature_count - 1, maps::usual_number_of_unusual(), sentences);
  const int broken = maps::human_bounds_broken(features);
  text += fmt::format("Bounds broken: {} of {} (each holds for 9 of 10 such boards or more)\n",
                      broken, maps::human_bounds().size());
  for (const maps::HumanBound& bound : maps::human_bounds()) {
    if (!bound.broken(features)) continue;
    text += fmt::format("  not {}: {:.3g}\n", bound.name, feature(features, bound.feature));
  }
  return text +
         fmt::format("Compared with boards of {} to {} territories, worth {:.0f} of its size.\n",
                     likeness.smallest, likeness.largest, likeness.boards);
}

Json likeness_json(const maps::Features& features) {
  const maps::HumanLikeness likeness = maps::human_likeness(features);
  Json json = {{"distance", likeness.distance},
               {"boards",
                {{"effective", likeness.boards},
                 {"smallest", likeness.smallest},
                 {"largest", likeness.largest}}}};
  json["bounds_broken"] = Json::array();
  for (const maps::HumanBound& bound : maps::human_bounds()) {
    if (bound.broken(features)) json["bounds_broken"].push_back(bound.name);
  }
  json["usual_number_of_unusual"] = maps::usual_number_of_unusual();
  json["unusual"] = Json::array();
  for (std::size_t f = 0; f < maps::feature_count; ++f) {
    const maps::FeaturePlace& place = likeness.places[f];
    const int side = unusual(place, static_cast<Feature>(f));
    if (side != 0) json["unusual"].push_back(unusual_sentence(f, place, side));
    json["features"][std::string(info_of(f).name)] = {{"value", place.value},
                                                      {"below", place.below},
                                                      {"above", place.above},
                                                      {"error", place.error},
                                                      {"usual", {place.low, place.high}}};
  }
  return json;
}

std::string board_study_text(const BoardStudy& study) {
  std::string text = fmt::format(
      "{} against {} that people designed, of {} to {} territories\n"
      "AUC {:.3f} ± {:.3f} (0.5: they cannot be told apart; {} times 5 folds, DeLong's error)\n"
      "Distance from boards of like size: {:.2f} ± {:.2f} (people's: 1)\n"
      "Bounds broken by a board: {:.2f} ± {:.2f} (people's: {:.2f} ± {:.2f})\n\n",
      std::string(counted(study.boards, "board")), study.human, study.smallest, study.largest,
      study.auc.mean, rounded_up(study.auc.se, 3), study.repeats, study.distance.mean,
      rounded_up(study.distance.se, 2), study.broken.mean, rounded_up(study.broken.se, 2),
      study.human_broken.mean, rounded_up(study.human_broken.se, 2));
  using Align = TextTable::Align;
  TextTable features({"feature, the surest first", "logits per deviation", "mean", "people's mean"},
                     Align::right);
  for (const BoardStudy::Coefficient& row : study.coefficients) {
    features.add({std::string(info_of(static_cast<std::size_t>(row.feature)).name),
                  fmt::format("{:+.2f} ± {:.2f}", row.logit.mean, rounded_up(row.logit.se, 2)),
                  std::isnan(row.mean) ? "-" : fmt::format("{:.3g}", row.mean),
                  std::isnan(row.human_mean) ? "-" : fmt::format("{:.3g}", row.human_mean)});
  }
  TextTable bounds({"broken by", "boards", "people's"}, Align::right);
  for (const BoardStudy::Bound& row : study.bounds) {
    bounds.add({std::string(row.name), percent(row.broken), percent(row.human_broken)});
  }
  return text + features.text() + "\n" + bounds.text();
}

Json board_study_json(const BoardStudy& study) {
  Json json = {{"boards", study.boards},
               {"human_boards", study.human},
               {"sizes", {study.smallest, study.largest}},
               {"auc", ga::estimate_to_json(study.auc)},
               {"distance", ga::estimate_to_json(study.distance)},
               {"bounds_broken",
                {{"boards", ga::estimate_to_json(study.broken)},
                 {"human", ga::estimate_to_json(study.human_broken)}}}};
  for (const BoardStudy::Coefficient& row : study.coefficients) {
    json["features"].push_back({{"feature", info_of(static_cast<std::size_t>(row.feature)).name},
                                {"logit", ga::estimate_to_json(row.logit)},
                                {"mean", row.mean},
                                {"human_mean", row.human_mean}});
  }
  for (const BoardStudy::Bound& row : study.bounds) {
    json["bounds"].push_back({{"bound", row.name},
                              {"boards", ga::estimate_to_json(row.broken)},
                              {"human", ga::estimate_to_json(row.human_broken)}});
  }
  return json;
}

}  // namespace evorisk::app
