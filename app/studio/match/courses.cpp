// Many matches of a variant: how long they are, who wins from which seat, what is fought over, and
// three of them that show what it is like; and one match for watching.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/play/views.hpp"
#include "app/print/kit.hpp"
#include "app/studio/context.hpp"
#include "app/studio/match/events.hpp"
#include "app/studio/variant_json.hpp"
#include "app/text/matches.hpp"
#include "base/files.hpp"
#include "base/stopwatch.hpp"
#include "base/version.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/match_criteria.hpp"
#include "metrics/evaluation.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/record/record.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// The course of one match as curves: who is ahead after each turn, and where it turned. Observes
// matches, one at a time.
class CourseCurve final : public risk::TurnObserver {
 public:
  void begin_match() {
    criteria_.begin_match();
    h_.clear();
    movers_.clear();
  }

  void on_turn_end(const risk::TurnEnd& end) override {
    criteria_.on_turn_end(end);
    h_.push_back(metrics::evaluation(end.territories, end.troops));
    movers_.push_back(end.mover);
  }

  metrics::MatchSummary summary(const risk::MatchResult& result) const {
    return criteria_.summary(result);
  }

  // {"H": [[seat 0, seat 1, ...] of each turn], "killer": the turn of the largest
  // swing for its mover (0: none), "lead_changes": [turns]}; H by eq. 4.1, turns from 1. Leaders
  // as in the criterion: where the maximum is shared, the previous leader stays.
  Json json() const {
    constexpr double equal = 1e-12;
    int leader = -1;
    int killer = 0;
    double largest = 0;
    std::vector<int> changes;
    std::vector<double> before;
    for (std::size_t n = 0; n < h_.size(); ++n) {
      std::vector<double> margin = h_[n];
      const int turn = static_cast<int>(n) + 1;
      double two[2];  // the highest values
      std::ranges::partial_sort_copy(margin, two, std::greater<>());
      if (two[1] <= two[0] - equal) {
        const auto ahead = static_cast<int>(std::ranges::find(margin, two[0]) - margin.begin());
        if (leader >= 0 && ahead != leader) changes.push_back(turn);
        leader = ahead;
      }
      for (double& value : margin) value -= value == two[0] ? two[1] : two[0];
      const auto mover = static_cast<std::size_t>(movers_[n]);
      if (n > 0 && margin[mover] - before[mover] > largest + equal) {
        largest = margin[mover] - before[mover];
        killer = turn;
      }
      before = std::move(margin);
    }
    return {{"H", h_}, {"killer", killer}, {"lead_changes", changes}};
  }

 private:
  metrics::MatchCriteria criteria_{metrics::CriteriaParameters{}};
  std::vector<std::vector<double>> h_;
  std::vector<int> movers_;
};

// Rolls against a territory and conquests of it, over all matches.
class Fights final : public risk::MatchListener {
 public:
  explicit Fights(int territories)
      : rolls(static_cast<std::size_t>(territories)),
        conquests(static_cast<std::size_t>(territories)) {}

  void on_event(const risk::State& state, const risk::Event& event) override {
    const auto* battle = std::get_if<risk::Battle>(&event);
    if (battle == nullptr || battle->attack.from < 0) return;
    const auto to = static_cast<std::size_t>(battle->attack.to);
    ++rolls[to];
    conquests[to] += battle->losses.defender == state.troops(battle->attack.to);
  }

  std::vector<std::int64_t> rolls;
  std::vector<std::int64_t> conquests;
};

struct Kept {
  std::uint64_t match = 0;
  metrics::MatchSummary summary;
  Json curve;
};

// Which matches show what the variant is like: the nearest to the mean in length, drama and lead
// changes; the most dramatic; the one decided from the start to the end.
Json shown(const std::vector<Kept>& all) {
  using Value = double (*)(const Kept&);
  const auto n = static_cast<double>(all.size());
  std::vector<double> away(all.size());
  for (const Value value :
       {Value([](const Kept& m) { return static_cast<double>(m.summary.turns); }),
        Value([](const Kept& m) { return m.summary.drama; }),
        Value([](const Kept& m) { return m.summary.lead_change; })}) {
    double mean = 0;
    for (const Kept& m : all) mean += value(m) / n;
    double variance = 0;
    for (const Kept& m : all) variance += (value(m) - mean) * (value(m) - mean) / n;
    for (std::size_t i = 0; i < all.size(); ++i)
      away[i] += std::abs(value(all[i]) - mean) / (std::sqrt(variance) + 1e-9);
  }
  std::vector<const Kept*> decided;
  for (const Kept& m : all) {
    if (m.summary.winner >= 0) decided.push_back(&m);
  }
  if (decided.empty()) return Json::array();
  const Kept* typical = *std::ranges::min_element(
      decided, {}, [&](const Kept* m) { return away[static_cast<std::size_t>(m - all.data())]; });
  const Kept* dramatic =
      *std::ranges::max_element(decided, {}, [](const Kept* m) { return m->summary.drama; });
  const Kept* one_sided = *std::ranges::min_element(
      decided, {}, [](const Kept* m) { return m->summary.drama + m->summary.lead_change; });
  Json list = Json::array();
  for (const auto& [kind, m] :
       {std::pair{"typical", typical}, {"dramatic", dramatic}, {"one_sided", one_sided}}) {
    list.push_back({{"kind", kind},
                    {"match", m->match},
                    {"turns", m->summary.turns},
                    {"winner", m->summary.winner},
                    {"curve", m->curve}});
  }
  return list;
}

Json courses(StudioContext& context, const Call& call) {
  const risk::Variant variant = context.variant(call);
  const auto names = agents_of(call, variant.players());
  const std::int64_t matches = call.number("matches", 1, 5000, 600);
  StreamKey key{.seed = call.natural("seed", 1), .purpose = Purpose::match};
  const std::lock_guard lock(context.computing);
  risk::MatchPlayer player(variant, names);
  CourseCurve course;
  Fights fights(variant.territories());
  risk::SimulationCounts counts(variant);
  std::vector<Kept> kept;
  // Slow agents play fewer: a page waits no longer.
  constexpr double patience = 4;  // seconds
  const Stopwatch watch;
  for (std::int64_t i = 0; i < matches; ++i) {
    if (i > 0 && (context.stop || watch.seconds() > patience)) break;
    key.match = static_cast<std::uint64_t>(i);
    course.begin_match();
    const risk::MatchResult result = player.play(key, &course, &fights);
    counts.add(result);
    kept.push_back({key.match, course.summary(result), course.json()});
  }
  const metrics::TableSeconds pace = metrics::own_seconds(variant);
  Json json = simulation_json({variant, names, counts, false, key.seed, watch.seconds(), pace});
  json["lengths"] = counts.turns;
  json["rolls"] = fights.rolls;
  json["conquests"] = fights.conquests;
  json["shown"] = shown(kept);
  return json;
}

// One match for watching: every event with what it changed, and the course of the lead.
Json watched(const risk::Record& record, const Wording& wording) {
  const risk::Variant variant = with_all_names(*record.variant);
  // A player of an unfinished match must not read the missions of other seats here.
  const int sees = record.unfinished ? sees_cards : sees_all;
  Json events = Json::array();
  CourseCurve course;
  course.begin_match();
  int turns = 0;
  std::string won_by;  // the mission
  replay(variant, record.events,
         [&](const risk::State& before, const risk::Event& event, const risk::State& after) {
           events.push_back(event_json(before, event, after, sees));
           turns = after.turn();
           if (after.over() && record.result.end == risk::EndReason::mission)
             won_by = mission_words(after, record.result.winner).text(wording);
           if (before.turn() > 0 && (after.over() || turns != before.turn()))
             course.on_turn_end({.turn = before.turn(),
                                 .mover = before.seat(),
                                 .territories = after.territory_counts(),
                                 .troops = after.troop_counts(),
                                 .moves = 0});
         });
  Json json = {{"map", maps::map_to_json(variant.map())},
               {"svg", map_picture(variant.map())},
               {"missions", missions_json(variant, wording)},
               {"variant", variant.name()},
               {"agents", record.header.agents},
               {"seed", record.header.key.seed},
               {"match", record.header.key.match},
               {"events", std::move(events)},
               {"course", course.json()},
               {"over", !record.problem},
               {"turns", turns}};
  if (!record.problem) {
    json["winner"] = record.result.winner;
    if (!won_by.empty()) json["won_by"] = won_by;
  } else {
    json["problem"] =
        Message("line {}: {}", record.problem->line, record.problem->message).text(wording);
    json["unfinished"] = record.unfinished;
  }
  return json;
}

}  // namespace

void add_courses(StudioContext& context, Routes& routes) {
  routes.post("/api/courses", [&context](const Call& call) { return courses(context, call); });
  routes.get("/api/watch", [&context](const Call& call) {
    const auto file = context.folder.file(call.query("file"));
    return watched(risk::read_record(read_file(file), file.filename().string()), call.wording);
  });
  // A match that is played for it: {"variant", "agents", "seed", "match"}.
  routes.post("/api/watch", [&context](const Call& call) {
    const risk::Variant variant = context.variant(call);
    const risk::RecordHeader header{.program = fmt::format("evorisk {}", revision()),
                                    .agents = agents_of(call, variant.players()),
                                    .key = {.seed = call.natural("seed", 1),
                                            .purpose = Purpose::match,
                                            .match = call.natural("match", 0)}};
    const std::string text = risk::play_record(variant, header);
    Json json = watched(risk::read_record(text, "record"), call.wording);
    if (call.number("save", 0, 1, 0) == 1)
      json["id"] = context.folder.save(
          "records", fmt::format("{}-{}-{}", variant.name(), header.key.seed, header.key.match),
          ".jsonl", text);
    return json;
  });
}

}  // namespace evorisk::app
