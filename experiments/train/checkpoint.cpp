// How far a training has come, as JSON.
#include <nlohmann/json.hpp>

#include "base/seal.hpp"
#include "experiments/train/train.hpp"

namespace evorisk::experiments {

namespace {

using Json = nlohmann::ordered_json;

Json row_to_json(const TrainRow& row) {
  Json strengths = Json::array();
  for (const Strength& strength : row.strengths) {
    strengths.push_back({{"opponent", strength.opponent},
                         {"own", strength.own},
                         {"theirs", strength.theirs},
                         {"seats", strength.seats}});
  }
  return {{"round", row.round},
          {"loss", row.loss},
          {"unfinished", row.unfinished},
          {"positions", row.positions},
          {"strengths", std::move(strengths)}};
}

TrainRow row_from_json(const Json& json) {
  TrainRow row{json.at("round"), json.at("loss"), json.at("unfinished"), json.at("positions"), {}};
  for (const Json& one : json.at("strengths")) {
    row.strengths.push_back({one.at("opponent"), one.at("own"), one.at("theirs"), one.at("seats")});
  }
  return row;
}

}  // namespace

Json Training::state_json() const {
  Json pool = Json::array();
  for (const auto& weights : pool_) pool.push_back(risk::weights_to_json(*weights));
  Json rows = Json::array();
  for (const TrainRow& row : rows_) rows.push_back(row_to_json(row));
  return {{"format", 2},
          {"round", round_},
          {"steps", steps_},
          {"rows", std::move(rows)},
          {"now", row_to_json(now_)},
          {"weights", risk::weights_to_json(weights_)},
          {"averaged", risk::weights_to_json(averaged_)},
          {"mean", mean_},
          {"square", square_},
          {"pool", std::move(pool)}};
}

void Training::restore(const JsonView& state) {
  state.format(2);
  read_as_written(state.source(), [&] {
    const Json& json = state.raw();
    json.at("round").get_to(round_);
    json.at("steps").get_to(steps_);
    rows_.clear();
    for (const Json& row : json.at("rows")) rows_.push_back(row_from_json(row));
    now_ = row_from_json(json.at("now"));
    json.at("mean").get_to(mean_);
    json.at("square").get_to(square_);
  });
  weights_ = risk::weights_from_json(state.at("weights"));
  averaged_ = risk::weights_from_json(state.at("averaged"));
  pool_.clear();
  for (const JsonView& weights : state.at("pool").items()) {
    pool_.push_back(std::make_shared<const risk::ValueWeights>(risk::weights_from_json(weights)));
  }
}

}  // namespace evorisk::experiments
