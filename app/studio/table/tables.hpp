// The tables of the studio: found by their record's file or by a link, and kept going.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/studio/context.hpp"
#include "app/studio/table/table.hpp"

namespace evorisk::app {

class Tables {
 public:
  // All tables below "play/" whose links are still valid are found from now on.
  explicit Tables(StudioContext& context);
  ~Tables();
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  // A new table of a new match; its record's name below the root. With friends every person and
  // those who look on have a link. Who knows the seed knows all dice.
  std::string begin(const risk::Variant& variant, const std::vector<std::string>& agents,
                    std::uint64_t seed, bool friends);
  // The table of a record, from its file if need be: also after the studio was started anew.
  // Requests that ask for it at the same time get the same table. Throws InputError.
  std::shared_ptr<Table> table(const std::string& id);

  // Where a link leads: a table, and the seat there (-1: to look on).
  struct Place {
    std::shared_ptr<Table> table;
    int seat;
  };
  // Throws LinkError for a link that is none, or not any more.
  Place place(const std::string& link);

  // Calls change(table) under its lock, goes on with the match and tells all devices of it.
  template <class Change>
  void change(const std::shared_ptr<Table>& at, const Change& change) {
    {
      const std::lock_guard lock(at->mutex);
      const std::size_t events = at->match().events().size();
      try {
        change(*at);
      } catch (...) {
        // It was done, but could not be written down.
        index(*at);
        if (at->match().events().size() != events) at->publish();
        go_on(at);  // which writes it down when that is possible
        throw;
      }
      index(*at);
      at->publish();
      go_on(at);  // also where what follows cannot be written down
      at->advance(std::chrono::milliseconds(20));
    }
  }
  // Goes on with a match that may have been left in the middle of agents' turns.
  void go_on(const std::shared_ptr<Table>& at);
  // Looks at the clock again.
  void wake();

 private:
  struct Link {
    std::string secret;
    std::string id;
    int seat;
  };

  void keep(const std::string& id, std::shared_ptr<Table> table);
  std::shared_ptr<Table> kept(const std::string& id);
  void index(const Table& table);
  void index(const std::string& id, const Guests& guests);
  void move();

  StudioContext& context_;
  std::mutex mutex_;  // of all below
  std::map<std::string, std::shared_ptr<Table>> tables_;
  std::vector<Link> links_;
  std::deque<std::shared_ptr<Table>> busy_;
  std::map<std::shared_ptr<Table>, Table::Clock::time_point> due_;
  bool ending_ = false;
  std::condition_variable news_;
  std::mutex loading_;  // held while a table is made of its file
  std::vector<std::jthread> movers_;
};

}  // namespace evorisk::app
