// Matches with people: tables by their record's file, and what people say of them afterwards.
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "app/play/orders.hpp"
#include "app/play/session.hpp"
#include "app/play/views.hpp"
#include "app/print/kit.hpp"
#include "app/studio/context.hpp"
#include "app/studio/match/events.hpp"
#include "app/studio/variant_json.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/version.hpp"
#include "experiments/playtest/answers.hpp"
#include "maps/io.hpp"
#include "risk/legal.hpp"
#include "risk/record/record.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t most_tables = 64;
constexpr std::int64_t largest_number = 1'000'000'000;

// One match: people before the page, agents in the other seats. Kept in its file after every
// decision.
struct Table {
  Table(risk::Variant of, const risk::RecordHeader& header, const fs::path& file)
      : variant(std::move(of)), match(variant, header), session(match, file) {}

  std::mutex mutex;  // one request at a time
  const risk::Variant variant;
  risk::OpenMatch match;
  MatchSession session;
};

// The tables that are in use, by the record's name below the root.
class Tables {
 public:
  explicit Tables(StudioContext& context) : context_(context) {}

  // Above the limit, tables that no request holds are dropped: their matches are in their files.
  void seat(const std::string& id, std::shared_ptr<Table> table) {
    const std::lock_guard lock(mutex_);
    if (tables_.size() >= most_tables)
      std::erase_if(tables_, [](const auto& kept) { return kept.second.use_count() == 1; });
    tables_[id] = std::move(table);
  }

  // The table of a record, from its file if need be: also after the studio was started anew.
  // Requests that ask for it at the same time get the same table: two would write one file.
  std::shared_ptr<Table> table(const std::string& id) {
    if (auto found = seated(id)) return found;
    const std::lock_guard lock(loading_);
    if (auto found = seated(id)) return found;
    const fs::path file = context_.folder.existing(id);
    const risk::Record record = risk::read_record(read_file(file), id);
    if (record.problem && !record.unfinished)
      throw InputError("{}, line {}: {}", id, record.problem->line, record.problem->message);
    if (record.header.simulation != risk::simulation_version)
      throw InputError("{} was recorded by a program that plays otherwise", id);
    refuse_outside_agents(record.header.agents);
    auto made = std::make_shared<Table>(*record.variant, record.header, file);
    made->session.follow(record, id);
    seat(id, made);
    return made;
  }

 private:
  std::shared_ptr<Table> seated(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(id);
    return found == tables_.end() ? nullptr : found->second;
  }

  StudioContext& context_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Table>> tables_;
  std::mutex loading_;  // held while a table is made of its file
};

Json begin(StudioContext& context, Tables& tables, const Call& call) {
  const risk::Variant variant = context.variant(call);
  const std::vector<std::string> agents =
      agents_of(call, "agents", variant.players(), std::string(risk::person_agent));
  if (std::ranges::find(agents, risk::person_agent) == agents.end())
    throw InputError("agents: no seat is a person's");
  const risk::RecordHeader header{
      .program = fmt::format("evorisk {}", revision()),
      .agents = agents,
      .key = {.seed = call.natural("seed", another_seed()), .purpose = Purpose::match}};
  const fs::path file =
      context.folder.fresh("play", fmt::format("{}-{}", variant.name(), header.key.seed), ".jsonl");
  const auto made = std::make_shared<Table>(variant, header, file);
  write_file(file, made->match.record());
  const std::string id = context.folder.name(file);
  tables.seat(id, made);
  return {{"id", id}};
}

// What of a match does not change.
Json board(Table& at, const Call& call) {
  const risk::Variant variant = with_all_names(at.variant);
  return {{"variant", variant.name()},
          {"map", maps::map_to_json(variant.map())},
          {"rules", risk::rules_to_json(variant.rules())},
          {"words", words_json(variant, call.wording)},
          {"svg", map_picture(variant.map())},
          {"seed", at.match.header().key.seed}};
}

Json legal(const risk::State& state) {
  Json list = Json::array();
  for (const risk::Action& action : open_actions(state)) {
    Json& json = list.emplace_back(action_json(action));
    const auto* attack = std::get_if<risk::Attack>(&action);
    if (attack == nullptr || attack->from < 0) continue;
    const risk::Fight odds =
        fight_odds(state.variant(), state.troops(attack->from), state.troops(attack->to));
    json["win"] = odds.win;
    json["left"] = odds.attackers_if_won;
  }
  return list;
}

// Everything the page shows, but the events before `since`. Only the hand of the person on turn is
// shown, and no card that other seats draw.
Json view(const Table& at, std::size_t since, const Wording& wording) {
  const risk::OpenMatch& match = at.match;
  const risk::State& state = match.state();
  Json events = Json::array();
  std::size_t played = 0;
  replay(at.variant, match.events(),
         [&](const risk::State& before, const risk::Event& event, const risk::State& after) {
           if (played++ >= since)
             events.push_back(event_json(before, event, after, at.session.only_person()));
         });
  std::vector<int> owners;
  std::vector<int> troops;
  for (int t = 0; t < at.variant.territories(); ++t) {
    owners.push_back(state.owner(t));
    troops.push_back(state.troops(t));
  }
  Json seats = Json::array();
  for (int seat = 0; seat < at.variant.players(); ++seat)
    seats.push_back({{"agent", match.header().agents[static_cast<std::size_t>(seat)]},
                     {"person", match.is_person(seat)},
                     {"territories", state.territories_of(seat)},
                     {"troops", state.troops_of(seat)},
                     {"cards", state.hand_size(seat)},
                     {"eliminated", state.eliminated(seat)}});
  Json json = {{"owners", owners},
               {"troops", troops},
               {"events_played", played},
               {"since", since},
               {"events", std::move(events)},
               {"turn", state.turn()},
               {"seat", state.seat()},
               {"phase", risk::phase_name(state.phase())},
               {"to_place", state.to_place()},
               {"continent", state.continent()},
               {"exchange_brings", at.variant.exchange_troops(state.exchanges())},
               {"turn_limit", at.variant.rules().turn_limit},
               {"seats", std::move(seats)},
               {"waits", match.waits()},
               {"can_undo", match.can_undo()},
               {"over", match.over()}};
  if (match.over()) {
    json["end"] = risk::end_reason_name(match.result().end);
    json["winner"] = match.result().winner;
  }
  if (match.waits()) {
    json["hand"] = cards_of(state, state.seat());
    if (at.variant.missions() > 0)
      json["mission"] = mission_words(state, state.seat()).text(wording);
    json["legal"] = legal(state);
  }
  return json;
}

// The decision of the person on turn. "until" > 0: an attack is repeated until so many troops are
// left or the territory is conquered.
void act(Table& at, const Call& call) {
  const risk::Action action = action_from_json(call.body.at("action"));
  const auto until = static_cast<int>(call.number("until", 0, largest_number, 0));
  if (!at.match.waits()) throw InputError("it is nobody's turn to decide here");
  const risk::Refusal why = risk::refusal(at.match.state(), action);
  if (why != risk::Refusal::none)
    throw InputError("that cannot be done: {}", Message(risk::refusal_text(why)));
  at.session.act(action, until);
}

// Agents and chance, until a person is asked, the match is over, or a second has gone by.
void go_on(Table& at, const Call&) {
  constexpr auto patience = std::chrono::seconds(1);
  const auto start = std::chrono::steady_clock::now();
  while (!at.match.waits() && !at.match.over()) {
    if (std::chrono::steady_clock::now() - start > patience) break;
    at.session.step();
  }
  at.session.keep();
}

void undo(Table& at, const Call&) {
  if (!at.match.can_undo())
    throw InputError("nothing can be taken back: dice or others followed the last decision");
  at.session.undo();
}

// What the strategist would do now, and why.
Json recommendation(Table& at, const Call& call) {
  if (!at.match.waits()) throw InputError("nobody is asked to decide now");
  const Recommendation advice = strategist_advice(at.match.view(at.match.state().seat()));
  return {{"action", action_json(advice.action)}, {"reason", advice.reason.text(call.wording)}};
}

// What agents have decided, and why.
Json explanations(Table& at, const Call& call) {
  Json list = Json::array();
  for (const auto& [before, decided, why] : at.session.decisions()) {
    Json action = action_json(decided);
    if (action["kind"] == "keep") continue;
    // A hand is hidden from other seats.
    if (action["kind"] == "exchange") action = {{"kind", "exchange"}};
    // The same once more says nothing new.
    if (!list.empty() && list.back()["action"] == action && list.back()["seat"] == before.seat())
      continue;
    Json options = Json::array();
    for (const auto& [option, value] : why.options)
      options.push_back({{"action", action_json(option)}, {"value", value}});
    list.push_back({{"seat", before.seat()},
                    {"turn", before.turn()},
                    {"action", std::move(action)},
                    {"reason", why.reason.text(call.wording)},
                    {"options", std::move(options)}});
  }
  return {{"decisions", std::move(list)}};
}

Json answers(StudioContext& context, Table& at, const Call& call) {
  if (!at.match.over()) throw InputError("the match is not over yet");
  const fs::path& file = at.session.file();
  experiments::add_answers(file, at.match, call.body.at("answers"));
  return {{"stored", context.folder.name(experiments::answers_file(file))}};
}

}  // namespace

void add_play(StudioContext& context, Routes& routes) {
  const auto tables = std::make_shared<Tables>(context);
  routes.post("/api/play/begin",
              [&context, tables](const Call& call) { return begin(context, *tables, call); });
  routes.get("/api/play/questions", [](const Call&) { return experiments::questions_json(); });
  const auto get = [&](const std::string& path, auto answer) {
    routes.get(path, [tables, answer](const Call& call) {
      const auto at = tables->table(call.query("id"));
      const std::lock_guard lock(at->mutex);
      return answer(*at, call);
    });
  };
  get("/api/play/board", board);
  get("/api/play/hint", recommendation);
  get("/api/play/explain", explanations);
  get("/api/play/view", [](const Table& at, const Call& call) {
    const std::int64_t since = call.query_number("since", 0, largest_number, 0);
    return view(at, static_cast<std::size_t>(since), call.wording);
  });
  routes.post("/api/play/answers", [&context, tables](const Call& call) {
    const auto at = tables->table(call.body.at("id").text());
    const std::lock_guard lock(at->mutex);
    return answers(context, *at, call);
  });
  // A change of the match, if the page knows all that was played: two pages may show it.
  const auto change = [&](const std::string& path, auto make) {
    routes.post(path, [tables, make](const Call& call) {
      const auto at = tables->table(call.body.at("id").text());
      const std::lock_guard lock(at->mutex);
      const std::size_t played = at->match.events().size();
      const auto known =
          static_cast<std::size_t>(call.body.at("events").integer(0, largest_number));
      if (known != played)
        throw InputError("the match went on elsewhere: {} events are played, not {}", played,
                         known);
      make(*at, call);
      return view(*at, std::min(known, at->match.events().size()), call.wording);
    });
  };
  change("/api/play/act", act);
  change("/api/play/go", go_on);
  change("/api/play/undo", undo);
}

}  // namespace evorisk::app
