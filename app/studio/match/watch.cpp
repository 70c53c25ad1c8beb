// One match for watching: every event with what it changed, and the course of the lead.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/studio/drawing.hpp"
#include "app/studio/match/course.hpp"
#include "app/studio/match/events.hpp"
#include "app/studio/parts.hpp"
#include "app/studio/words.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/version.hpp"
#include "maps/io.hpp"
#include "risk/record/record.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

Json counts(const risk::State& state) {
  std::vector<int> cards;
  for (int seat = 0; seat < state.variant().players(); ++seat)
    cards.push_back(state.hand_size(seat));
  return cards;
}

// The map without its drawing: names, continents, borders.
Json board_of(const risk::Variant& variant) {
  return {{"map", maps::map_to_json(variant.map())}, {"svg", map_picture(variant.map())}};
}

Json watched(const risk::Record& record, const Wording& wording) {
  const risk::Variant& variant = *record.variant;
  Json json = board_of(variant);
  json["missions"] = missions_json(variant, wording);
  json["variant"] = variant.name();
  json["agents"] = record.header.agents;
  json["seed"] = record.header.key.seed;
  json["match"] = record.header.key.match;
  Json events = Json::array();
  CourseCurve course;
  course.begin_match();
  risk::State state(variant);
  state.restart();
  for (const risk::Event& event : record.events) {
    const risk::State before = state;
    // A player of an unfinished match must not read the missions of other seats here.
    const bool secret = record.unfinished && std::get_if<risk::MissionDeal>(&event) != nullptr;
    Json entry = event_json(before, event, secret ? sees_none : sees_all);
    state.apply(event);
    entry["changes"] = changes_json(before, state);
    if (Json cards = counts(state); cards != counts(before)) entry["cards"] = std::move(cards);
    events.push_back(std::move(entry));
    if (before.turn() > 0 && (state.over() || state.turn() != before.turn()))
      course.on_turn_end({.turn = before.turn(),
                          .mover = before.seat(),
                          .territories = state.territory_counts(),
                          .troops = state.troop_counts(),
                          .moves = 0});
  }
  json["events"] = std::move(events);
  json["course"] = course.json();
  json["over"] = !record.problem;
  if (!record.problem) {
    json["end"] = risk::end_reason_name(record.result.end);
    json["winner"] = record.result.winner;
  } else {
    json["problem"] =
        Message("line {}: {}", record.problem->line, record.problem->message).text(wording);
    json["unfinished"] = record.unfinished;
  }
  json["turns"] = state.turn();
  return json;
}

}  // namespace

void add_watch(StudioContext& context, Routes& routes) {
  routes.get("/api/watch", [&context](const Call& call) {
    const auto file = context.folder.existing(call.query("file"));
    return watched(risk::read_record(read_file(file), file.filename().string()), call.wording);
  });
  // A match that is played for it: {"variant", "agents", "seed", "match"}.
  routes.post("/api/watch", [&context](const Call& call) {
    const risk::Variant variant = context.variant(call);
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    const risk::RecordHeader header{
        .program = fmt::format("evorisk {}", revision()),
        .agents = agents_of(call, "agents", variant.players()),
        .key = {.seed = static_cast<std::uint64_t>(call.number("seed", 0, most, 1)),
                .purpose = Purpose::match,
                .match = static_cast<std::uint64_t>(call.number("match", 0, most, 0))}};
    const std::string text = risk::play_record(variant, header);
    Json json = watched(risk::read_record(text, "record"), call.wording);
    if (call.number("save", 0, 1, 0) == 1) {
      const auto file = context.folder.fresh(
          "records", fmt::format("{}-{}-{}", variant.name(), header.key.seed, header.key.match),
          ".jsonl");
      write_new_file(file, text, false);
      json["id"] = context.folder.name(file);
    }
    return json;
  });
}

}  // namespace evorisk::app
