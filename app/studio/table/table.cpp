#include "app/studio/table/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/play/views.hpp"
#include "app/studio/match/events.hpp"
#include "app/studio/server/routes.hpp"
#include "app/studio/server/secret.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/utf8.hpp"
#include "risk/legal.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_devices = 8;      // of one link
constexpr std::size_t most_lookers = 40;     // of the link to look on
constexpr std::size_t longest_name = 60;     // bytes
constexpr std::chrono::seconds absence{60};  // for which others wait
constexpr const char* hurrying_agent = "cautious";

bool contains(const std::vector<int>& list, int value) {
  return std::ranges::find(list, value) != list.end();
}

// Of a match that was begun before. A damaged file is set aside: the match does not depend on it.
std::vector<experiments::TurnTime> times_of(const std::filesystem::path& record) {
  try {
    return experiments::read_times(record);
  } catch (const InputError&) {
    const std::filesystem::path file = experiments::times_file(record);
    std::error_code none;
    std::filesystem::rename(file, file.string() + ".damaged", none);
    return {};
  }
}

}  // namespace

Table::Table(risk::Variant of, const risk::RecordHeader& header, std::filesystem::path file,
             Now now)
    : now_(std::move(now)),
      variant_(std::move(of)),
      match_(variant_, header),
      session_(match_, std::move(file)),
      guests_(read_guests(session_.file(), static_cast<std::size_t>(variant_.players()))),
      left_(static_cast<std::size_t>(variant_.players()), now_()),
      told_state_(variant_),
      times_(times_of(session_.file())),
      loaded_(new_secret().substr(0, 6)) {}

Table::Table(const risk::Record& record, std::filesystem::path file, Now now)
    : Table(*record.variant, record.header, std::move(file), std::move(now)) {
  session_.follow(record, session_.file().filename().string());
}

Seats Table::seats_here() const {
  Seats seats;
  for (int seat = 0; seat < variant_.players(); ++seat) {
    if (match_.is_person(seat) && guests_.seats[static_cast<std::size_t>(seat)].link.empty())
      seats.push_back(seat);
  }
  return seats;
}

bool Table::asked(const Seats& seats) const {
  if (!match_.waits()) return false;
  const int seat = match_.state().seat();
  return contains(seats, seat) && guests_.seats[static_cast<std::size_t>(seat)].stand_in.empty();
}

bool Table::present(int seat) const {
  return std::ranges::any_of(devices_,
                             [&](const auto& device) { return contains(device->seats, seat); });
}

std::chrono::seconds Table::patience(int seat) const {
  const auto waited = now_() - left_[static_cast<std::size_t>(seat)];
  return std::max(std::chrono::seconds(0),
                  std::chrono::ceil<std::chrono::seconds>(absence - waited));
}

void Table::require_link(const std::string& link) const {
  if (link.empty() || (link != guests_.watchers &&
                       std::ranges::find(guests_.seats, link, &Guest::link) == guests_.seats.end()))
    throw LinkError();
}

void Table::act(const Seats& seats, const risk::Action& action, int until) {
  if (!asked(seats)) throw InputError("it is nobody's turn to decide here");
  const risk::Refusal why = risk::refusal(match_.state(), action);
  if (why != risk::Refusal::none)
    throw InputError("that cannot be done: {}", Message(risk::refusal_text(why)));
  time_decision();
  session_.act(action, until);
}

// Before a person's decision: how long it took. Written down when its turn is over, so a kill loses
// the times of one turn. Of a turn that is cut off, it is not known.
void Table::time_decision(bool cut_off) {
  const risk::State& state = match_.state();
  if (asked_since_ && state.turn() > 0) {
    const std::chrono::duration<double> gone = now_() - *asked_since_;
    experiments::add_time(times_, state.turn(), state.seat(),
                          cut_off ? experiments::no_thought : gone.count());
    timed_turn_ = state.turn();
  }
  asked_since_ = now_();
}

void Table::keep_times() {
  if (match_.waits() && !asked_since_) asked_since_ = now_();
  if (timed_turn_ == 0 || (!match_.over() && match_.state().turn() == timed_turn_)) return;
  experiments::write_times(file(), times_);
  timed_turn_ = 0;
}

// The last decision of a seat: how many events are before it. Rolls of one attack are one.
std::optional<std::size_t> Table::last_decision(int seat) const {
  const auto decides = [&](const Told& told) {
    const std::string& kind = told.open.at("kind").get_ref<const std::string&>();
    return told.seat == seat && kind != "draw" && kind != "deal" && kind != "mission";
  };
  const auto last = std::find_if(told_.rbegin(), told_.rend(), decides);
  if (last == told_.rend()) return std::nullopt;
  std::size_t at = static_cast<std::size_t>(told_.rend() - last) - 1;
  const auto same = [&](const Json& other) {
    const Json& json = told_[at].open;
    return json.at("kind") == "attack" && other.at("kind") == "attack" &&
           json.at("turn") == other.at("turn") && json.at("from") == other.at("from") &&
           json.at("to") == other.at("to");
  };
  while (at > 0 && told_[at - 1].seat == seat && same(told_[at - 1].open)) --at;
  return at;
}

// Whose consent it takes when a seat wants its decision back.
std::vector<int> Table::to_agree(int seat) const {
  std::vector<int> others;
  for (int other = 0; other < variant_.players(); ++other) {
    const Guest& guest = guests_.seats[static_cast<std::size_t>(other)];
    if (other != seat && match_.is_person(other) && !guest.link.empty() && guest.stand_in.empty() &&
        !match_.state().eliminated(other))
      others.push_back(other);
  }
  return others;
}

const Table::Proposal* Table::proposal() const {
  return proposal_ && proposal_->at == match_.events().size() ? &*proposal_ : nullptr;
}

void Table::undo(const Seats& seats) {
  if (asked(seats) && match_.can_undo()) {
    session_.undo();
    return forget_events();
  }
  std::optional<Proposal> asked_for;
  tell_events();
  for (const int seat : seats) {
    const auto to = last_decision(seat);
    if (!to || match_.state().eliminated(seat) || to_agree(seat).empty() ||
        (asked_for && asked_for->to > *to))
      continue;
    asked_for = Proposal{.seat = seat, .to = *to, .at = match_.events().size(), .agreed = {}};
  }
  if (!asked_for || match_.over())
    throw InputError("nothing can be taken back: dice or others followed the last decision");
  proposal_ = std::move(asked_for);
}

void Table::agree(const Seats& seats, bool yes) {
  if (proposal() == nullptr) throw InputError("nobody asks any more to take something back");
  const std::vector<int> needed = to_agree(proposal_->seat);
  const auto mine = std::ranges::find_if(seats, [&](int seat) { return contains(needed, seat); });
  if (mine == seats.end()) throw InputError("nobody asks any more to take something back");
  if (!yes) return proposal_.reset();
  proposal_->agreed.push_back(*mine);
  if (!std::ranges::all_of(needed, [&](int seat) { return contains(proposal_->agreed, seat); }))
    return;
  session_.rewind(proposal_->to);
  forget_events();
}

void Table::changed_guests() {
  guests_kept_ = false;
  write_guests(file(), guests_);
  guests_kept_ = true;
}

// Whoever came by this link goes.
void Table::drop(const std::string& link) {
  std::erase_if(devices_, [&](const auto& device) {
    if (device->link.empty() || device->link != link) return false;
    device->listener->end();
    return true;
  });
}

void Table::invite(int seat) {
  if (!match_.is_person(seat)) throw InputError("no person has this seat");
  withdraw(seat);
  guests_.seats[static_cast<std::size_t>(seat)].link = new_secret();
  changed_guests();
}

void Table::invite_watchers() {
  withdraw(-1);
  guests_.watchers = new_secret();
  changed_guests();
}

void Table::invite_all() {
  for (const int seat : seats_here()) invite(seat);
  if (guests_.watchers.empty()) invite_watchers();
}

void Table::withdraw(int seat) {
  std::string& link =
      seat < 0 ? guests_.watchers : guests_.seats[static_cast<std::size_t>(seat)].link;
  if (link.empty()) return;
  drop(link);
  link.clear();
  changed_guests();
}

void Table::call(int seat, const std::string& name) {
  if (name.size() > longest_name || without_controls(name) != name ||
      (!name.empty() && is_blank(name)))
    throw InputError("a name has at most {} bytes, no control characters, and not blanks alone",
                     longest_name);
  for (const Guest& other : guests_.seats) {
    if (!name.empty() && other.name == name &&
        &other != &guests_.seats[static_cast<std::size_t>(seat)])
      throw InputError("{} is the name of another person at this table", name);
  }
  guests_.seats[static_cast<std::size_t>(seat)].name = name;
  changed_guests();
}

void Table::stand_in(int seat, const std::string& agent) {
  if (!match_.is_person(seat)) throw InputError("no person has this seat");
  guests_.seats[static_cast<std::size_t>(seat)].stand_in = agent;
  timed_ = {-1, -1};
  changed_guests();
}

void Table::set_seconds(int seconds) {
  guests_.seconds = seconds;
  timed_ = {-1, -1};
  changed_guests();
}

// An agent decides for the person asked. It is made for this one decision, whose stream depends on
// the number of events alone: whenever the table is read again, it decides the same.
void Table::substitute(const std::string& agent) {
  const int seat = match_.state().seat();
  const auto mind = risk::make_agent(agent);
  mind->begin_match(variant_, seat);
  if (mind->watches())
    replay(variant_, match_.events(),
           [&](const risk::State& before, const risk::Event& event, const risk::State&) {
             risk::show(*mind, seat, before, event);
           });
  Random random({.seed = match_.header().key.seed,
                 .purpose = Purpose::agent,
                 .match = match_.events().size(),
                 .substream = static_cast<std::uint32_t>(seat)});
  risk::Action action = risk::ask(*mind, match_.view(seat), random);
  if (risk::refusal(match_.state(), action) != risk::Refusal::none)
    action = open_actions(match_.state()).front();
  session_.act(action, 0);
}

// Looks at the clock before a decision.
void Table::hurry() {
  // While no device is there, no time is up.
  const bool timed = guests_.seconds > 0 && match_.waits() && !devices_.empty();
  const std::pair<int, int> turn{match_.state().turn(), match_.state().seat()};
  if (!timed) {
    due_.reset();
    timed_ = {-1, -1};
    hurried_ = false;
  } else if (timed_ != turn) {
    timed_ = turn;
    due_ = now_() + std::chrono::seconds(guests_.seconds);
    hurried_ = false;
  } else if (now_() >= *due_) {
    if (!hurried_) late_.insert(match_.events().size());
    hurried_ = true;
  }
}

bool Table::advance(Clock::duration slice) {
  const std::size_t before = match_.events().size();
  const auto due = due_;
  const auto tell = [&] {
    if (before != match_.events().size() || due != due_) publish();
  };
  bool more = false;
  try {
    more = play_on(slice);
    if (!guests_kept_) changed_guests();
    session_.keep();
    keep_times();
  } catch (...) {
    tell();  // it was played, but could not be written down
    throw;
  }
  tell();
  return more;
}

bool Table::play_on(Clock::duration slice) {
  const Clock::time_point end = Clock::now() + slice;
  bool more = false;
  for (hurry(); !match_.over() && !more; hurry()) {
    if (match_.waits()) {
      const auto seat = static_cast<std::size_t>(match_.state().seat());
      const std::string& agent = guests_.seats[seat].stand_in;
      if (agent.empty() && !hurried_) break;
      if (agent.empty()) time_decision(true);
      asked_since_.reset();
      substitute(agent.empty() ? hurrying_agent : agent);
    } else {
      session_.step();
    }
    more = Clock::now() > end && !match_.over();
  }
  return more;
}

void Table::tell_events() {
  while (told_.size() < match_.events().size()) {
    const risk::Event& event = match_.events()[told_.size()];
    const risk::State state = told_state_;
    told_state_.apply(event);
    const bool secret = std::holds_alternative<risk::Draw>(event) ||
                        std::holds_alternative<risk::MissionDeal>(event);
    Json own;
    if (secret) own = event_json(state, event, told_state_, state.seat());
    Json open = event_json(state, event, told_state_, sees_none);
    if (late_.contains(told_.size())) open["late"] = true;
    told_.push_back({.open = std::move(open), .own = std::move(own), .seat = state.seat()});
  }
}

// After something was taken back.
void Table::forget_events() {
  const std::size_t left = match_.events().size();
  if (told_.size() > left) {
    told_.resize(left);
    told_state_ = match_.state();
  }
  late_.erase(late_.lower_bound(left), late_.end());
  for (const auto& device : devices_) device->known = std::min(device->known, left);
  proposal_.reset();
  ++rewinds_;
}

std::string Table::epoch() const {
  return fmt::format("{}.{}", loaded_, rewinds_);
}

void Table::publish() {
  tell_events();
  for (const auto& device : devices_) {
    const Json json = view(device->seats, device->known, *device->wording);
    device->listener->send(
        fmt::format("data: {}\n\n", json.dump(-1, ' ', false, Json::error_handler_t::replace)));
    device->known = match_.events().size();
  }
}

std::shared_ptr<void> Table::follow(const std::shared_ptr<Table>& at, const Seats& seats,
                                    const std::string& link, const Wording& wording,
                                    std::size_t known, const std::string& epoch,
                                    std::shared_ptr<Listener> listener) {
  const std::lock_guard lock(at->mutex);
  if (!link.empty()) at->require_link(link);
  if (epoch != at->epoch() || known > at->match_.events().size()) known = 0;
  auto device = std::make_shared<Device>(Device{seats, link, &wording, known, std::move(listener)});
  const auto same = [&](const auto& other) { return other->link == link; };
  const auto most = std::ptrdiff_t(seats.empty() ? most_lookers : most_devices);
  if (std::ranges::count_if(at->devices_, same) >= most) {
    const auto oldest = std::ranges::find_if(at->devices_, same);
    (*oldest)->listener->end();
    at->devices_.erase(oldest);
  }
  at->devices_.push_back(device);
  at->publish();
  return {device.get(), [at, device](void*) {
            const std::lock_guard leaving(at->mutex);
            for (const int seat : device->seats)
              at->left_[static_cast<std::size_t>(seat)] = at->now_();
            if (std::erase(at->devices_, device) > 0) at->publish();
          }};
}

}  // namespace evorisk::app
