// How far a training has come, as JSON.
#include <nlohmann/json.hpp>

#include "experiments/train/train.hpp"

namespace evorisk::experiments {

namespace {

using Json = nlohmann::ordered_json;

constexpr double great = 1e30;

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

TrainRow row_from_json(const JsonView& view) {
  constexpr std::int64_t many = std::int64_t{1} << 60;
  TrainRow row;
  row.round = static_cast<int>(view.at("round").integer(0, most_rounds));
  row.loss = view.at("loss").number(0, great);
  row.unfinished = view.at("unfinished").number(0, great);
  row.positions = view.at("positions").integer(0, many);
  for (const JsonView& strength : view.at("strengths").items()) {
    row.strengths.push_back({.opponent = strength.at("opponent").text(),
                             .own = strength.at("own").number(0, great),
                             .theirs = strength.at("theirs").number(0, great),
                             .seats = strength.at("seats").integer(0, many)});
  }
  return row;
}

template <class Numbers>
void read_numbers(const JsonView& view, double lowest, Numbers& numbers) {
  const std::vector<JsonView> items = view.items();
  if (items.size() != numbers.size()) {
    view.fail("expected {} numbers, found {}", numbers.size(), items.size());
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    numbers[i] = static_cast<float>(items[i].number(lowest, great));
  }
}

}  // namespace

Json Training::state_json() const {
  Json pool = Json::array();
  for (const auto& weights : pool_) pool.push_back(risk::weights_to_json(*weights));
  Json rows = Json::array();
  for (const TrainRow& row : rows_) rows.push_back(row_to_json(row));
  return {{"format", 1},
          {"round", round_},
          {"steps", steps_},
          {"rows", std::move(rows)},
          {"now", row_to_json(now_)},
          {"weights", risk::weights_to_json(weights_)},
          {"mean", mean_},
          {"square", square_},
          {"pool", std::move(pool)}};
}

void Training::restore(const JsonView& state) {
  state.only({"format", "round", "steps", "rows", "now", "weights", "mean", "square", "pool"});
  state.format(1);
  round_ = static_cast<int>(state.at("round").integer(0, config_.rounds));
  steps_ = state.at("steps").integer(0, std::int64_t{1} << 60);
  rows_.clear();
  for (const JsonView& row : state.at("rows").items()) rows_.push_back(row_from_json(row));
  now_ = row_from_json(state.at("now"));
  weights_ = risk::weights_from_json(state.at("weights"));
  read_numbers(state.at("mean"), -great, mean_);
  read_numbers(state.at("square"), 0, square_);
  pool_.clear();
  for (const JsonView& weights : state.at("pool").items()) {
    pool_.push_back(std::make_shared<const risk::ValueWeights>(risk::weights_from_json(weights)));
  }
}

}  // namespace evorisk::experiments
