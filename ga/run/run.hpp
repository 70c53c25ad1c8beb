// A whole run: from a configuration to a run directory (ga/run/run_files.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/communicator.hpp"
#include "base/message.hpp"
#include "ga/config.hpp"
#include "ga/evaluation/likes.hpp"
#include "metrics/engine.hpp"

namespace evorisk::ga {

// Where a run stands; for displays.
struct RunStatus {
  int generation = 0;  // at work now; past config.generations: the final evaluation
  // Matches this process has played, and those it will have played in all (an upper bound: the
  // monitor may need fewer).
  std::int64_t matches = 0;
  std::int64_t matches_expected = 0;
  std::string best;              // id of the last generation's best; empty before the first
  double best_fitness = 0;       // as the search sees it
  double monitored_fitness = 0;  // of the same, from fresh matches; 0 when there is no monitor
  int judged = 0;                // candidates that are liked or dropped
};

struct RunOptions {
  std::filesystem::path directory;
  enum class Start {
    fresh,   // the directory does not exist or is empty
    force,   // a run that is there is replaced
    resume,  // a run that is there is continued, with the same configuration
  } start = Start::fresh;
  const std::atomic<bool>* stop = nullptr;  // may be set at any time
  // Where requests to wait or to stop (ga/run/run_files.hpp) are looked for besides the directory;
  // empty: nowhere else.
  std::filesystem::path requests;
  // Of several processes that run it together: all are given the same options but for this and
  // on_progress. The one of rank 0 alone writes.
  Communicator* communicator = nullptr;
  // Of a run that begins: what it is told (ga/run/likes_file.hpp). It hears likes.txt in its
  // directory besides, before each generation is bred.
  std::vector<Statement> likes;
  std::function<void()> before_likes;                 // called before likes.txt is read
  std::function<void(const Message&)> on_problem;     // with a line of likes.txt: it is left out
  std::function<void(const RunStatus&)> on_progress;  // up to thousands of times a second
};

enum class RunOutcome {
  finished,
  interrupted,  // the generation in flight is lost; the directory can be resumed
};

// Runs to the end, or until stopped. `engine` is engine_of(config, threads); what is written does
// not depend on its number of threads. Resuming a finished run changes nothing. Throws InputError
// when the directory or its files do not allow what is asked (a resume under another configuration
// names what differs), SystemError when files cannot be written or another process is at work in
// the directory, SearchStuck.
RunOutcome run_evolution(const Config& config, metrics::Engine& engine, const RunOptions& options);

// Makes or finds the directory of a run. Throws InputError where it is a file, and with
// Start::fresh where it holds anything.
void enter_directory(const std::filesystem::path& directory, RunOptions::Start start);

// Whether `directory` holds an archive that was merged of several runs (ga/run/archive.hpp).
bool is_merged(const std::filesystem::path& directory);
// Throws InputError when it does: that is no run that could go on, or be explained.
void refuse_merged(const std::filesystem::path& directory);

// The configuration of the run in `directory`. Throws InputError when there is none.
Config run_config(const std::filesystem::path& directory);

}  // namespace evorisk::ga
