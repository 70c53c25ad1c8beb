// The report of an evolution: what a designer reads when it is done.
#pragma once

#include <filesystem>

namespace evorisk::app {

// Writes best.svg (the best individual's map) and report.html (self-contained: no other file is
// needed to read it) into the directory of a finished run, from its files alone, and returns the
// path of the report. The same run gives the same bytes. Throws InputError when there is no
// finished run, SystemError when a file cannot be read or written.
std::filesystem::path write_run_report(const std::filesystem::path& directory);

}  // namespace evorisk::app
