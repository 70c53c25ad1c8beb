// Matches with people, for the studio's owner: begun here, played here, friends invited; and what
// people say of them afterwards.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/play/session.hpp"
#include "app/studio/context.hpp"
#include "app/studio/match/events.hpp"
#include "app/studio/server/secret.hpp"
#include "app/studio/table/requests.hpp"
#include "app/studio/table/tables.hpp"
#include "app/view/qr.hpp"
#include "base/error.hpp"
#include "experiments/playtest/answers.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// A new match, with "friends" at a table: every person then has a link.
Json begin(StudioContext& context, Tables& tables, const Call& call) {
  const risk::Variant variant = context.variant(call);
  const std::vector<std::string> agents =
      agents_of(call, variant.players(), std::string(risk::person_agent));
  if (std::ranges::find(agents, risk::person_agent) == agents.end())
    throw InputError("agents: no seat is a person's");
  const auto given = call.body.find("friends");
  const bool friends = given && given->boolean();
  return {{"id",
           tables.begin(variant, agents,
                        call.natural("seed", friends ? secret_seed() : another_seed()), friends)}};
}

// What agents have decided, and why.
Json explanations(Table& at, const Call& call) {
  Json list = Json::array();
  // Their reasons would tell their missions.
  if (at.variant().missions() > 0 && !at.match().over())
    return {{"decisions", std::move(list)}, {"hidden", true}};
  for (const auto& [before, decided, why] : at.session().decisions()) {
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
  return {{"decisions", std::move(list)}, {"hidden", false}};
}

Json answers(StudioContext& context, Table& at, const Call& call) {
  if (!at.match().over()) throw InputError("the match is not over yet");
  const JsonView given = call.body.at("answers");
  const auto seat =
      static_cast<std::size_t>(given.at("seat").integer(0, at.variant().players() - 1));
  experiments::add_answers(at.file(), at.match(), given, at.guests().seats[seat].name);
  return {{"stored", context.folder.name(experiments::answers_file(at.file()))}};
}

// All links of a table, each with its picture.
Json links(const StudioContext& context, const Table& at) {
  const auto link = [&](const std::string& secret) -> Json {
    if (secret.empty()) return nullptr;
    const std::string url = fmt::format("{}/table#{}", context.address, secret);
    return {{"url", url}, {"qr", qr_picture(url)}};
  };
  Json seats = Json::array();
  for (int seat = 0; seat < at.variant().players(); ++seat)
    seats.push_back(link(at.guests().seats[static_cast<std::size_t>(seat)].link));
  Json people = Json::array();
  for (int seat = 0; seat < at.variant().players(); ++seat) {
    if (at.match().is_person(seat)) people.push_back(seat);
  }
  return {{"seats", std::move(seats)},
          {"people", std::move(people)},
          {"watchers", link(at.guests().watchers)},
          {"seconds", at.guests().seconds},
          {"reachable", context.reachable}};
}

// {"seat": n, -1 for those who look on, "link": "new" or "none"}; or {"seat", "stand_in": an agent,
// "" for nobody}; or {"seconds"}.
void host(Table& at, const Call& call) {
  if (call.body.find("seconds"))
    return at.set_seconds(static_cast<int>(call.number("seconds", 0, most_seconds, 0)));
  const auto agent = call.body.find("stand_in");
  const auto seat =
      static_cast<int>(call.body.at("seat").integer(agent ? 0 : -1, at.variant().players() - 1));
  if (agent) {
    if (!agent->text().empty()) refuse_outside_agent(agent->text());
    return at.stand_in(seat, agent->text());
  }
  constexpr std::string_view links[] = {"new", "none"};
  if (call.body.at("link").one_of(links) == 1) return at.withdraw(seat);
  seat < 0 ? at.invite_watchers() : at.invite(seat);
}

}  // namespace

void add_play(StudioContext& context, Routes& routes, const std::shared_ptr<Tables>& tables) {
  routes.post("/api/play/begin",
              [&context, tables](const Call& call) { return begin(context, *tables, call); });
  const auto get = [&](const std::string& path, auto answer) {
    routes.get(path, [tables, answer](const Call& call) -> Json {
      const auto at = tables->table(call.query("id"));
      const std::lock_guard lock(at->mutex);
      return answer(*at, call);
    });
  };
  get("/api/play/board", [](Table& at, const Call& call) { return at.board(call.wording); });
  get("/api/play/hint", [](const Table& at, const Call& call) {
    return hint_json(at, at.seats_here(), call.wording);
  });
  get("/api/play/explain", explanations);
  get("/api/play/links", [&context](const Table& at, const Call&) { return links(context, at); });
  routes.stream("/api/play/stream", [tables](const Call& call) {
    const auto at = tables->table(call.query("id"));
    const std::lock_guard lock(at->mutex);
    return stream(tables, at, at->seats_here(), "", call);
  });
  routes.post("/api/play/answers", [&context, tables](const Call& call) {
    const auto at = tables->table(call.body.at("id").text());
    const std::lock_guard lock(at->mutex);
    return answers(context, *at, call);
  });
  const auto change = [&](const std::string& path, auto make) {
    routes.post(path, [tables, make](const Call& call) {
      tables->change(tables->table(call.body.at("id").text()), [&](Table& at) { make(at, call); });
      return Json::object();
    });
  };
  change("/api/play/act", [](Table& at, const Call& call) { act(at, at.seats_here(), call); });
  change("/api/play/undo", [](Table& at, const Call& call) { undo(at, at.seats_here(), call); });
  change("/api/play/host", host);
}

}  // namespace evorisk::app
