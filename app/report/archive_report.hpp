// The report of an archive that was merged of several runs.
#pragma once

#include <filesystem>

namespace evorisk::app {

// Writes report.html (self-contained) into the directory of a merged archive, from config.json and
// archive.json alone, and returns its path: what the archive is worth, heat maps, and the occupants
// by fresh matches. The same archive gives the same bytes. Throws InputError when the directory
// holds no archive, SystemError when a file cannot be read or written.
std::filesystem::path write_archive_report(const std::filesystem::path& directory);

}  // namespace evorisk::app
