// Breeds a shortlist in a directory: a run for each entry, a winner of each, and a file of each
// winner.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/message.hpp"
#include "experiments/gallery/exhibit.hpp"
#include "experiments/shortlist/shortlist.hpp"
#include "ga/run/run.hpp"

namespace evorisk::experiments {

// In the directory: what is bred (the whole Shortlist), in each entry's run directory the winner
// and its fresh matches, and variants/*.json.
inline constexpr std::string_view shortlist_file = "shortlist.json";
inline constexpr std::string_view winner_file = "winner.json";

struct BreedingOptions {
  std::filesystem::path directory;
  ga::RunOptions::Start start = ga::RunOptions::Start::fresh;  // of all runs together
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;
  // Of a shortlist that begins: what its runs are told, by entry (experiments/shortlist/likes.hpp);
  // empty: nothing. They hear likes.txt in the directory besides.
  std::vector<std::vector<ga::Statement>> likes;
  std::function<void(const Message&)> on_problem;  // with a line of likes: it is left out
  // What is at work, and how much is done, 0 ... 1. Up to thousands of times a second.
  std::function<void(const std::string& stage, double done)> on_progress;
};

// Breeds entry by entry. Each entry's finalists_to_try() are screened under every agent; the first
// that keeps all that was asked for (minutes, fairness, ends) under every agent within its interval
// is measured by fresh matches and wins if they say so, too; else the next. Where none does, a run
// with another seed replaces the entry's, unless its candidates were liked; where none of that does
// either, the one that comes nearest by the screening, and broken_bounds() names what it breaks.
// What is written is the same at any number of threads, and after interruptions. Nothing when
// stopped. The files that ask a run to wait or to stop (ga/run/run_files.hpp) do so in the
// directory, too. Throws InputError when the directory does not allow what is asked (a resume of
// another shortlist), or an entry's wishes cannot be bred; SystemError.
std::optional<Collection> breed(const Shortlist& shortlist, const BreedingOptions& options);

// Whether a directory has a shortlist; and its content. Throws InputError.
bool holds_shortlist(const std::filesystem::path& directory);
Shortlist read_shortlist(const std::filesystem::path& directory);
// Removes its runs, variants and page, and nothing else; nothing where there is none. Throws
// InputError, SystemError: as well where another process is at work there.
void remove_shortlist(const std::filesystem::path& directory);
// A shortlist that is done. Throws InputError when it is not.
Collection read_collection(const std::filesystem::path& directory);

}  // namespace evorisk::experiments
