// What the designer says of the candidates of a shortlist's runs: lines as in a run's likes.txt
// (ga/run/likes_file.hpp), with the entry's directory before them: "1-small-and-quick 5 like
// g3-17".
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/message.hpp"
#include "experiments/shortlist/shortlist.hpp"
#include "ga/evaluation/likes.hpp"

namespace evorisk::experiments {

// What the runs are to be told from their start, by entry: the lines of a file, or what the runs of
// a former shortlist in a directory heard. Throws InputError as ga::load_likes does, and for an
// entry that is not there.
std::vector<std::vector<ga::Statement>> load_likes(const std::filesystem::path& file,
                                                   const Shortlist& shortlist);

// Hands the lines of likes.txt in the shortlist's directory on to the run of their entry, which has
// to be at work (none is where `at_work` is their number); each once, because a remark below says
// what became of it. A line that cannot be handed on is told to `problem`. Throws SystemError.
void hand_on_likes(const std::filesystem::path& directory, const Shortlist& shortlist,
                   std::size_t at_work, const std::function<void(const Message&)>& problem);

}  // namespace evorisk::experiments
