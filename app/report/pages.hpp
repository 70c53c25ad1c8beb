// The reports of the program as HTML pages, each in one file that needs no other. The same results
// give the same bytes. `command` is the command line that makes the page.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace evorisk::experiments {
struct Gallery;
struct SweepAnalysis;
namespace reproduce {
struct Report;
}  // namespace reproduce
}  // namespace evorisk::experiments

namespace evorisk::app {

struct ArenaView;

// Writes best.svg (the best individual's map) and report.html into the directory of a finished run,
// from its files alone, and returns the path of the report. Throws InputError when there is no
// finished run, SystemError when a file cannot be read or written.
std::filesystem::path write_run_report(const std::filesystem::path& directory);

// The same for a merged archive, from config.json and archive.json: its quality measures, heat
// maps, and the occupants by fresh matches. Throws as above.
std::filesystem::path write_archive_report(const std::filesystem::path& directory);

// Ratings, who beats whom, points by seat, speed.
std::string arena_page(const ArenaView& view, const std::string& command);

// The variants of a gallery; for each its most notable differences and a typical match, in words.
std::string gallery_page(const experiments::Gallery& gallery, const std::string& title);
nlohmann::ordered_json gallery_json(const experiments::Gallery& gallery, const std::string& title);

// A reproduced table or figure of the thesis: verdicts, its figures beside ours, charts, maps.
std::string reproduction_page(const experiments::reproduce::Report& report,
                              const std::string& command);

std::string sweep_report(const experiments::SweepAnalysis& analysis);

}  // namespace evorisk::app
