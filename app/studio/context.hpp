// The parts of the studio and their shared context: directory, threads, program, and the page's
// names of variants.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/studio/runs/run_log.hpp"
#include "app/studio/server/folder.hpp"
#include "app/studio/server/routes.hpp"
#include "ga/config.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {

// A lock with a limited number of waiting callers: lock() throws when there are more.
class Queue {
 public:
  explicit Queue(int most_waiting) : most_(most_waiting) {}

  void lock();  // throws BusyError
  void unlock() { mutex_.unlock(); }

 private:
  const int most_;
  std::atomic<int> waiting_{0};
  std::mutex mutex_;
};

// Shared by all requests; safe from several threads.
class StudioContext {
 public:
  StudioContext(const std::filesystem::path& root, int threads_to_use, std::string program_file)
      : folder(root), threads(threads_to_use), program(std::move(program_file)) {}

  const Folder folder;
  const int threads;
  const std::string program;      // this program's file, to start evolutions with
  std::atomic<bool> stop{false};  // long computations end soon after it is set
  std::function<std::chrono::steady_clock::time_point()> now = &std::chrono::steady_clock::now;
  // Where others find the studio, "http://192.168.1.20:8080", and whether they can: set before the
  // server runs.
  std::string address = {};
  bool reachable = false;
  // An answer that uses all threads holds this lock, so that only one is computed at a time.
  Queue computing{12};

  // The log of a run, read as far as it is written.
  std::shared_ptr<RunLog> log(const std::filesystem::path& run);

  // A variant by its name on the page: "library:thesis-9", "file:PATH" (a variant or a map file),
  // "run:PATH#g3-17" or "run:PATH#best". Everything on its map has the name that is printed. Throws
  // InputError.
  risk::Variant variant(const std::string& name);
  // Its board as a small picture (SVG, complete), without names and numbers.
  std::string thumbnail(const std::string& name);
  // The configuration of the run for a name "run:..."; nothing for other names.
  std::optional<ga::Config> config_of(const std::string& name) const;
  // The variant in a member of a call: a name as above, or a whole variant. Its map must be in the
  // call, too, or in the library: a page names only files below the root.
  risk::Variant variant(const Call& call, std::string_view member = "variant");
  risk::Variant variant(const JsonView& view);
  // Writes a variant's file; its name below the root.
  std::string save(const risk::Variant& variant);

 private:
  risk::Variant found(const std::string& name);

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<RunLog>> logs_;
  std::map<std::string, std::string> thumbnails_;  // by the text of the map
};

// The agents that a call names, one per seat. A single agent takes all seats; `otherwise`
// replaces missing ones. Throws InputError for an unknown agent and for an agent outside of
// this program, because a page starts no programs.
std::vector<std::string> agents_of(const Call& call, int seats,
                                   const std::string& otherwise = "cautious");
void refuse_outside_agent(const std::string& agent);
void refuse_outside_agents(const std::vector<std::string>& agents);  // people are allowed

// The parts of the API. Each adds its paths to the routes; its data lives as long as the routes.

// Runs, sweeps and files below the root; starting, pausing and stopping evolutions. When the routes
// are destroyed, the evolutions that were started are stopped.
void add_runs(StudioContext& context, Routes& routes);
// What is said of a run's candidates.
void add_likes(StudioContext& context, Routes& routes);
// Matches with people in some seats, at tables; their answers to the questionnaire.
class Tables;
void add_play(StudioContext& context, Routes& routes, const std::shared_ptr<Tables>& tables);
void add_seat(Routes& routes, const std::shared_ptr<Tables>& tables);  // for guests
void add_catalogue(StudioContext& context, Routes& routes);  // the choices that the page offers
void add_variants(StudioContext& context, Routes& routes);   // map, rules, files, the kit to print
void add_analysis(StudioContext& context, Routes& routes);  // criteria, what-if, sensitivity, duels
void add_courses(StudioContext& context, Routes& routes);   // leads, fights, lengths; one match
void add_editor(StudioContext& context, Routes& routes);    // maps: checks, formats, drawings

}  // namespace evorisk::app
