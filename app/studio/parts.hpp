// The parts of the studio's API. Each adds its paths to the routes and lives as long as they do.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/studio/context.hpp"
#include "app/studio/server/routes.hpp"

namespace evorisk::app {

// Runs, sweeps and files below the root; starting, pausing and stopping evolutions. Its end stops
// those it has started.
class RunsPart {
 public:
  RunsPart(StudioContext& context, Routes& routes);
  ~RunsPart();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Matches with people in some seats; their answers to the questionnaire.
class PlayPart {
 public:
  PlayPart(StudioContext& context, Routes& routes);
  ~PlayPart();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

void add_catalogue(StudioContext& context, Routes& routes);  // what there is to choose from
void add_variants(StudioContext& context, Routes& routes);   // a variant's map, rules and files
void add_analysis(StudioContext& context, Routes& routes);  // criteria, what-if, sensitivity, duels
void add_courses(StudioContext& context, Routes& routes);   // many matches: leads, fights, lengths
void add_watch(StudioContext& context, Routes& routes);     // one match, event by event
void add_print(StudioContext& context, Routes& routes);     // the kit to print
void add_editor(StudioContext& context, Routes& routes);    // maps: checks, formats, drawings

}  // namespace evorisk::app
