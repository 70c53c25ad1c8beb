// The reports of the program as HTML pages, each in one file that needs no other. The same results
// give the same bytes. `command` is the command line that makes the page.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

namespace evorisk::experiments {
struct Collection;
class Sweep;
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

// A collection of variants, a shortlist or a gallery: the boards with what they play like, a table
// to compare them, then of each its rules, figures and a typical match, in words. Links are
// relative to the collection's directory.
std::string collection_page(const experiments::Collection& collection);
nlohmann::ordered_json collection_json(const experiments::Collection& collection);

// Writes index.html, gallery.json and variants/*.json into a directory, in place of those that are
// there; returns collection_json(). What else is there stays. Throws SystemError.
nlohmann::ordered_json publish_collection(const std::filesystem::path& directory,
                                          const experiments::Collection& collection);

// Writes report.html into the directory of a shortlist that is done, and the report of each of its
// runs; returns the path of the former. Throws SystemError.
std::filesystem::path write_collection_report(const std::filesystem::path& directory,
                                              const experiments::Collection& collection);

// A reproduced table or figure of the thesis: verdicts, its figures beside ours, charts, maps.
std::string reproduction_page(const experiments::reproduce::Report& report,
                              const std::string& command);

// All of them on one page: first a table of verdicts, each with a sentence of why, then every
// table and figure; at its end what the thesis wished for (chapter 6).
std::string thesis_page(std::span<const experiments::reproduce::Report> reports,
                        const std::string& command);

// `sweep`: what was analysed.
std::string sweep_report(const experiments::SweepAnalysis& analysis,
                         const experiments::Sweep& sweep);

}  // namespace evorisk::app
