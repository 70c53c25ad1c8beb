// The parts of the studio's API. Each adds its paths to the routes and lives as long as they do.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/studio/routes.hpp"
#include "app/studio/workshop.hpp"

namespace evorisk::app {

// Runs, sweeps and files below the root; starting, pausing and stopping evolutions. Its end stops
// those it has started.
class RunsPart {
 public:
  RunsPart(Workshop& workshop, Routes& routes);
  ~RunsPart();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Matches with people in some seats; their answers to the questionnaire.
class PlayPart {
 public:
  PlayPart(Workshop& workshop, Routes& routes);
  ~PlayPart();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

void add_catalogue(Workshop& workshop, Routes& routes);  // what there is to choose from
void add_variants(Workshop& workshop, Routes& routes);   // a variant's map, rules and files
void add_analysis(Workshop& workshop, Routes& routes);   // criteria, what-if, sensitivity, duels
void add_courses(Workshop& workshop, Routes& routes);    // many matches: leads, fights, lengths
void add_watch(Workshop& workshop, Routes& routes);      // one match, event by event
void add_print(Workshop& workshop, Routes& routes);      // the kit to print
void add_editor(Workshop& workshop, Routes& routes);     // maps: checks, formats, drawings

}  // namespace evorisk::app
