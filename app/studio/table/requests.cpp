#include "app/studio/table/requests.hpp"

#include "app/studio/match/events.hpp"
#include "base/error.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t largest_number = 1'000'000'000;

// Two pages may show the same seats.
void require_news(const Table& at, const Call& call) {
  const std::size_t played = at.match().events().size();
  const auto known = static_cast<std::size_t>(call.body.at("events").integer(0, largest_number));
  if (known != played || call.text("epoch", at.epoch()) != at.epoch())
    throw InputError("the match went on elsewhere: events played there {}, here {}", played, known);
}

}  // namespace

Json hint_json(const Table& at, const Seats& seats, const Wording& wording) {
  if (!at.asked(seats)) throw InputError("nobody is asked to decide now");
  const Recommendation advice = strategist_advice(at.match().view(at.match().state().seat()));
  return {{"action", action_json(advice.action)}, {"reason", advice.reason.text(wording)}};
}

void act(Table& at, const Seats& seats, const Call& call) {
  require_news(at, call);
  at.act(seats, action_from_json(call.body.at("action")),
         static_cast<int>(call.number("until", 0, largest_number, 0)));
}

void undo(Table& at, const Seats& seats, const Call& call) {
  require_news(at, call);
  at.undo(seats);
}

Response stream(const std::shared_ptr<Tables>& tables, const std::shared_ptr<Table>& at,
                const Seats& seats, const std::string& link, const Call& call) {
  const auto known = static_cast<std::size_t>(call.query_number("known", 0, largest_number, 0));
  const auto given = call.request.query.find("epoch");
  const std::string epoch = given == call.request.query.end() ? "" : given->second;
  const auto follow = [tables, at, seats, link, known, epoch,
                       &wording = call.wording](std::shared_ptr<Listener> listener) {
    auto kept = Table::follow(at, seats, link, wording, known, epoch, std::move(listener));
    tables->go_on(at);  // the clock of a turn begins with the first device
    return kept;
  };
  return {.type = "text/event-stream; charset=utf-8", .follow = follow};
}

}  // namespace evorisk::app
