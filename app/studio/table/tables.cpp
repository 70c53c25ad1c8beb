#include "app/studio/table/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/studio/server/secret.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/version.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_tables = 64;
constexpr const char* folder = "play";
constexpr const char* extension = ".jsonl";
constexpr auto slice = std::chrono::milliseconds(50);

}  // namespace

Tables::Tables(StudioContext& context) : context_(context) {
  std::error_code none;
  std::error_code unreadable;
  for (fs::directory_iterator it(context.folder.root() / folder, unreadable), end;
       !unreadable && it != end; it.increment(unreadable)) {
    const fs::directory_entry& entry = *it;
    if (entry.path().extension() != extension || entry.is_symlink(none)) continue;
    try {
      index(context.folder.name(entry.path()), read_guests(entry.path(), 0));
    } catch (const std::exception&) {
      // Whoever asks for this table is told what is wrong.
    }
  }
  for (int i = 0; i < std::clamp(context.threads, 1, 4); ++i)
    movers_.emplace_back([this] { move(); });
}

Tables::~Tables() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  news_.notify_all();
}

// Above the limit, tables that are not in use are dropped: their matches are in their files.
void Tables::keep(const std::string& id, std::shared_ptr<Table> table) {
  const std::lock_guard lock(mutex_);
  if (tables_.size() >= most_tables)
    std::erase_if(tables_, [](const auto& kept) { return kept.second.use_count() == 1; });
  tables_[id] = std::move(table);
}

std::shared_ptr<Table> Tables::kept(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(id);
  return found == tables_.end() ? nullptr : found->second;
}

std::string Tables::begin(const risk::Variant& variant, const std::vector<std::string>& agents,
                          std::uint64_t seed, bool friends) {
  const risk::RecordHeader header{.program = fmt::format("evorisk {}", revision()),
                                  .agents = agents,
                                  .key = {.seed = seed, .purpose = Purpose::match}};
  const fs::path file =
      context_.folder.fresh(folder, fmt::format("{}-{}", variant.name(), seed), extension);
  std::shared_ptr<Table> made;
  try {
    made = std::make_shared<Table>(variant, header, file, context_.now);
    write_file(file, made->match().record());
    if (friends) made->invite_all();
  } catch (...) {
    std::error_code none;
    fs::remove(file, none);
    fs::remove(guests_file(file), none);
    throw;
  }
  std::string id = context_.folder.name(file);
  keep(id, made);
  change(made, [](Table&) {});
  return id;
}

std::shared_ptr<Table> Tables::table(const std::string& id) {
  if (auto found = kept(id)) return found;
  const fs::path file = context_.folder.file(id);
  const std::string name = context_.folder.name(file);  // "play/./a.jsonl" is no other table
  const std::lock_guard lock(loading_);
  if (auto found = kept(name)) return found;
  const risk::Record record = risk::read_record(read_file(file), id);
  if (record.problem && !record.unfinished)
    throw InputError("{}, line {}: {}", id, record.problem->line, record.problem->message);
  if (record.header.simulation != risk::simulation_version)
    throw InputError("{} was recorded by a program that plays otherwise", id);
  refuse_outside_agents(record.header.agents);
  const auto made = std::make_shared<Table>(record, file, context_.now);
  keep(name, made);
  return made;
}

Tables::Place Tables::place(const std::string& link) {
  std::string id;
  int seat = -1;
  {
    // All are looked at: how long it takes tells nothing of where a secret differs.
    const std::lock_guard lock(mutex_);
    for (const Link& known : links_) {
      if (!equal_secrets(known.secret, link)) continue;
      id = known.id;
      seat = known.seat;
    }
  }
  if (id.empty()) throw LinkError();
  return {table(id), seat};
}

void Tables::index(const Table& table) {
  index(context_.folder.name(table.file()), table.guests());
}

void Tables::index(const std::string& id, const Guests& guests) {
  const std::lock_guard lock(mutex_);
  std::erase_if(links_, [&](const Link& link) { return link.id == id; });
  for (std::size_t seat = 0; seat < guests.seats.size(); ++seat) {
    const std::string& secret = guests.seats[seat].link;
    if (!secret.empty()) links_.push_back({secret, id, static_cast<int>(seat)});
  }
  if (!guests.watchers.empty()) links_.push_back({guests.watchers, id, -1});
}

void Tables::go_on(const std::shared_ptr<Table>& at) {
  {
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(busy_, at) != busy_.end()) return;
    busy_.push_back(at);
  }
  news_.notify_one();
}

// Under the lock: a mover that has looked at the clock already waits by then, and hears it.
void Tables::wake() {
  const std::lock_guard lock(mutex_);
  news_.notify_all();
}

// What each mover does, until the studio ends.
void Tables::move() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (busy_.empty()) {
      auto next = Table::Clock::time_point::max();
      for (const auto& [table, due] : due_) {
        if (due <= context_.now()) busy_.push_back(table);
        next = std::min(next, due);
      }
      if (busy_.empty()) {
        due_.empty() ? news_.wait(lock) : (void)news_.wait_until(lock, next);
        continue;
      }
    }
    const std::shared_ptr<Table> table = std::move(busy_.front());
    busy_.pop_front();
    due_.erase(table);
    lock.unlock();
    bool more = false;
    std::optional<Table::Clock::time_point> due;
    try {
      const std::lock_guard at(table->mutex);
      more = table->advance(slice);
      due = table->due();
    } catch (const std::exception&) {
      // The disk is full, for example: tried again soon, and at the next decision, which says so.
      due = context_.now() + std::chrono::seconds(1);
    }
    lock.lock();
    if (more) busy_.push_back(table);
    if (due) due_[table] = *due;
  }
}

}  // namespace evorisk::app
