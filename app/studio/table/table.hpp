// A table: one match with people, kept in its file after every decision, and all devices that show
// it. A device acts for some seats, sees what these may see, and is told at once what happens.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/play/session.hpp"
#include "app/studio/server/request.hpp"
#include "app/studio/table/guests.hpp"
#include "experiments/playtest/times.hpp"
#include "risk/record/record.hpp"

namespace evorisk::app {

// The seats that one device acts for: one by its link, all that have none for the studio's owner,
// no seat for those who look on.
using Seats = std::vector<int>;

class Table {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  // A new match, which is written to `file`; or with `record`, which `file` holds, that match.
  // Throws InputError when the record cannot go on.
  Table(risk::Variant of, const risk::RecordHeader& header, std::filesystem::path file, Now now);
  Table(const risk::Record& record, std::filesystem::path file, Now now);

  // The caller of any member below holds this.
  std::mutex mutex;

  const risk::Variant& variant() const { return variant_; }
  const risk::OpenMatch& match() const { return match_; }
  const MatchSession& session() const { return session_; }
  const std::filesystem::path& file() const { return session_.file(); }
  const Guests& guests() const { return guests_; }

  // The seats of people that have no link.
  Seats seats_here() const;
  // Whether the next decision is that of one of these seats' people.
  bool asked(const Seats& seats) const;
  // Whether a device shows this seat.
  bool present(int seat) const;
  // How long the other guests have to wait yet before an agent may play for this seat, which no
  // device shows: phones lose their connection for moments.
  std::chrono::seconds patience(int seat) const;
  // Throws LinkError where a guest's link, of a seat or of those who watch, does not lead here, or
  // not any more: it may have been withdrawn since it was looked up.
  void require_link(const std::string& link) const;

  // Decisions. Throw InputError for what is not theirs or cannot be. `until` > 0: an attack is
  // repeated until so many troops are left or the territory is conquered.
  void act(const Seats& seats, const risk::Action& action, int until);
  // Takes the last decision back where nothing has followed it; else asks all other people whether
  // the last decision of these seats, and what followed it, is taken back.
  void undo(const Seats& seats);
  // Their answer: it is taken back when all agree, and not when one does not.
  void agree(const Seats& seats, bool yes);

  // Changes of who sits at the table; each is written down, by advance() where it cannot be at
  // once.
  void invite(int seat);    // by a new link: the one of before is void
  void invite_watchers();   // as above
  void invite_all();        // every person, and those who look on, who have no link
  void withdraw(int seat);  // the link is void; -1: of those who look on
  void call(int seat, const std::string& name);
  void stand_in(int seat, const std::string& agent);  // plays for the person; empty: it is back
  void set_seconds(int seconds);                      // for a turn; 0: as many as one likes

  // Agents, chance and whoever plays for people, until a person is asked, the match is over, or
  // `slice` has gone by: whether there is more to do. From due() on the person asked has thought
  // for too long, and an agent ends its turn.
  bool advance(Clock::duration slice);
  std::optional<Clock::time_point> due() const { return due_; }

  // What of the match does not change and is known to all; made once for each language, since any
  // guest may ask for it at any time.
  const nlohmann::ordered_json& board(const Wording& wording);
  // What the devices of these seats show: all but the events before `since`. No card and no mission
  // of another seat is in it.
  nlohmann::ordered_json view(const Seats& seats, std::size_t since, const Wording& wording) const;
  // Says which state of the match the numbers of events are of: another one once something was
  // taken back.
  std::string epoch() const;

  // Tells a listener what happens from now on, beginning with the events after `known` of that
  // epoch, as server-sent events; for as long as what it returns is kept. The table must be owned
  // by a shared_ptr, `at`. `link`: the secret it came by, so that it goes when that is void; empty
  // for the owner. Throws LinkError.
  static std::shared_ptr<void> follow(const std::shared_ptr<Table>& at, const Seats& seats,
                                      const std::string& link, const Wording& wording,
                                      std::size_t known, const std::string& epoch,
                                      std::shared_ptr<Listener> listener);
  // Tells all devices what is new. To be called after every change.
  void publish();

 private:
  struct Device {
    Seats seats;
    std::string link;
    const Wording* wording;
    std::size_t known;
    std::shared_ptr<Listener> listener;
  };
  // An event as the others see it, and as its seat does, where that differs.
  struct Told {
    nlohmann::ordered_json open;
    nlohmann::ordered_json own;
    int seat;
  };
  struct Proposal {
    int seat;
    std::size_t to;  // so many events would be left
    std::size_t at;  // it holds while there are so many
    std::vector<int> agreed;
  };

  void tell_events();
  void forget_events();
  std::optional<std::size_t> last_decision(int seat) const;
  std::vector<int> to_agree(int seat) const;
  const Proposal* proposal() const;
  void substitute(const std::string& agent);
  void hurry();
  void time_decision(bool cut_off = false);
  void keep_times();
  // Agents' moves, for about so long; true: more can be played at once.
  bool play_on(Clock::duration slice);
  void changed_guests();
  void drop(const std::string& link);
  nlohmann::ordered_json seats_json() const;
  nlohmann::ordered_json legal_json() const;

  const Now now_;
  const risk::Variant variant_;
  risk::OpenMatch match_;
  MatchSession session_;
  Guests guests_;
  bool guests_kept_ = true;  // whether they are in their file
  std::map<const Wording*, nlohmann::ordered_json> boards_;
  std::vector<std::shared_ptr<Device>> devices_;
  std::vector<Clock::time_point> left_;  // by seat: when its last device went
  std::vector<Told> told_;
  risk::State told_state_;  // after them
  std::optional<Proposal> proposal_;
  // How long people's turns took; the turn whose time is not in the file yet, 0: none; and since
  // when a decision is waited for.
  std::vector<experiments::TurnTime> times_;
  int timed_turn_ = 0;
  std::optional<Clock::time_point> asked_since_;
  std::string loaded_;  // differs whenever the table is read from its file
  int rewinds_ = 0;
  // The turn that is timed, and until when; whether it is over.
  std::pair<int, int> timed_{-1, -1};
  std::optional<Clock::time_point> due_;
  bool hurried_ = false;
  std::set<std::size_t> late_;  // events before which the time of a turn was up
};

}  // namespace evorisk::app
