// One match at the studio's table: people before the page, agents in the other seats.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/play/session.hpp"
#include "app/studio/server/routes.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {

// Keeps the match in its file after every decision. One caller at a time: hold `mutex`.
class Table {
 public:
  Table(std::unique_ptr<const risk::Variant> variant, const risk::RecordHeader& header,
        std::filesystem::path file);

  std::mutex mutex;
  const std::filesystem::path& file() const { return session_.file(); }
  const risk::OpenMatch& match() const { return match_; }

  // Plays an unfinished record on. Throws InputError when it does not hold.
  void follow(const risk::Record& record);

  // Everything the page shows, but the events before `since`. Only the hand of the person
  // on turn is shown, and no card that other seats draw.
  nlohmann::ordered_json view(std::size_t since, const Wording& wording) const;
  // The decision of the person on turn. `until` > 0: an attack is repeated until so many troops are
  // left or the territory is conquered. Throws InputError when it is not legal.
  void act(const risk::Action& action, int until);
  // Agents and chance, until a person is asked, the match is over, or a second has gone by.
  void go_on();
  void undo();  // throws InputError when nothing can be taken back

  // What the strategist would do now, and why; what agents have decided, and why.
  nlohmann::ordered_json hint(const Wording& wording) const;
  nlohmann::ordered_json explanations(const Wording& wording) const;

 private:
  MatchSession::Watch watch();
  nlohmann::ordered_json legal() const;

  std::unique_ptr<const risk::Variant> variant_;
  risk::OpenMatch match_;
  MatchSession session_;
  std::vector<std::string> told_;  // each event as the page gets it
};

}  // namespace evorisk::app
