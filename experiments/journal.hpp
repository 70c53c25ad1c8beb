// The directory of an experiment: a document that says completely what is done, and a journal that
// gets a line for each finished part, so that an interrupted experiment goes on where it was.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/json.hpp"

namespace evorisk::experiments {

// Makes the directory with the file `name` that has this JSON text and a checksum, or finds that it
// has one which says the same. `kind`: what an error calls the experiment, "an arena". Throws
// InputError when the directory holds something else, SystemError.
void open_experiment(const std::filesystem::path& directory, std::string_view kind,
                     std::string_view name, const std::string& text);

enum class Unfinished { cut, leave };

// Calls `use` with each line of a journal, if there is one. A last line that a killed process left
// unfinished is cut off, with a remark; another process' journal is left as it is. Throws
// InputError for what is no JSON, SystemError.
void read_journal(const std::filesystem::path& file,
                  const std::function<void(const JsonView& line)>& use,
                  Unfinished last_line = Unfinished::cut);

}  // namespace evorisk::experiments
