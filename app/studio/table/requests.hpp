// What a device asks of a table, whoever it belongs to: the studio's owner (play.cpp) or a guest
// (seat.cpp). Each requires the table's lock.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "app/studio/server/routes.hpp"
#include "app/studio/table/tables.hpp"

namespace evorisk::app {

// What the strategist would do now for the person asked, and why.
nlohmann::ordered_json hint_json(const Table& at, const Seats& seats, const Wording& wording);
// The body of a call: {"epoch", "events", "action", "until"}. Throws InputError unless the page
// knows all that was played: the person may have decided something else elsewhere.
void act(Table& at, const Seats& seats, const Call& call);
void undo(Table& at, const Seats& seats, const Call& call);

// The stream of a device: {"epoch", "known"} in the query say what it has already.
Response stream(const std::shared_ptr<Tables>& tables, const std::shared_ptr<Table>& at,
                const Seats& seats, const std::string& link, const Call& call);

}  // namespace evorisk::app
