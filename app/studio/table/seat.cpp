// What guests may do: those who sit at a table by a link, and those who look on. A link lets its
// bearer play that seat and look at that table, and nothing else.
#include <nlohmann/json.hpp>

#include "app/studio/context.hpp"
#include "app/studio/server/guard.hpp"
#include "app/studio/table/requests.hpp"
#include "app/studio/table/tables.hpp"
#include "base/error.hpp"
#include "experiments/playtest/answers.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// The agent that a guest can let play for somebody.
constexpr const char* substitute = "strategist";

Seats seats_of(const Tables::Place& place) {
  return place.seat < 0 ? Seats{} : Seats{place.seat};
}

// {"seat", "on"}: an agent plays for a person who has been gone for a while, or for oneself; or
// oneself is back.
void stand_in(Table& at, int own, const Call& call) {
  const auto seat = static_cast<int>(call.body.at("seat").integer(0, at.variant().players() - 1));
  const bool on = call.body.at("on").boolean();
  if (seat != own && (!on || at.present(seat)))
    throw InputError("an agent plays for a person who has gone, until that is back");
  if (seat != own && at.patience(seat).count() > 0)
    throw InputError("that person has only just gone: wait {} s, or ask the host",
                     at.patience(seat).count());
  at.stand_in(seat, on ? substitute : "");
}

// {"answers"}: of this seat.
void add_answers(const Table& at, int own, const Call& call) {
  if (!at.match().over()) throw InputError("the match is not over yet");
  const JsonView given = call.body.at("answers");
  given.at("seat").integer(own, own);
  experiments::add_answers(at.file(), at.match(), given,
                           at.guests().seats[static_cast<std::size_t>(own)].name);
}

}  // namespace

void add_seat(Routes& routes, const std::shared_ptr<Tables>& tables) {
  const auto get = [&](const std::string& path, auto answer) {
    routes.get(path, [tables, answer](const Call& call) -> Json {
      const std::string link = bearer(call.request);
      const Tables::Place place = tables->place(link);
      const std::lock_guard lock(place.table->mutex);
      place.table->require_link(link);
      return answer(*place.table, seats_of(place), call);
    });
  };
  get("/api/seat/board", [](Table& at, const Seats& seats, const Call& call) {
    Json json = at.board(call.wording);
    json["seats"] = seats;
    return json;
  });
  get("/api/seat/hint", [](const Table& at, const Seats& seats, const Call& call) {
    return hint_json(at, seats, call.wording);
  });
  routes.stream("/api/seat/stream", [tables](const Call& call) {
    const std::string link = bearer(call.request);
    const Tables::Place place = tables->place(link);
    return stream(tables, place.table, seats_of(place), link, call);
  });
  // Nobody who only looks on changes anything.
  const auto change = [&](const std::string& path, auto make) {
    routes.post(path, [tables, make](const Call& call) {
      const std::string link = bearer(call.request);
      const Tables::Place place = tables->place(link);
      if (place.seat < 0) throw InputError("this link lets you look on only");
      tables->change(place.table, [&](Table& at) {
        at.require_link(link);
        make(at, place.seat, call);
      });
      return Json::object();
    });
  };
  change("/api/seat/act", [](Table& at, int seat, const Call& call) { act(at, {seat}, call); });
  change("/api/seat/undo", [](Table& at, int seat, const Call& call) { undo(at, {seat}, call); });
  change("/api/seat/agree", [](Table& at, int seat, const Call& call) {
    at.agree({seat}, call.body.at("yes").boolean());
  });
  change("/api/seat/name",
         [](Table& at, int seat, const Call& call) { at.call(seat, call.body.at("name").text()); });
  change("/api/seat/stand_in", stand_in);
  change("/api/seat/answers", add_answers);
}

}  // namespace evorisk::app
