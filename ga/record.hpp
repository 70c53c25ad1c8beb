// How individuals and generations are written down for people and programs to read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ga/algorithm.hpp"
#include "ga/config.hpp"
#include "ga/evolution.hpp"
#include "ga/genome.hpp"

namespace evorisk::ga {

// {"mean": m, "se": s}
void write_estimate(const metrics::Estimate& estimate, JsonWriter& writer);

// A part of a text.
struct Piece {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// "matches", "fitness", "criteria": {"completeness": {"mean", "se"}, ...}, "turns", "seat_wins",
// "ends": {"conquest": n, ...}: what a number of matches say, further criteria where they are
// measured, into the object that is open. `fitness` is theirs. With judges, "matches" and what
// follows "fitness" are of all matches together, and "judges" is a list of the same of each, with
// its "agent". Returns the value of "fitness", of all that is written.
Piece write_evidence(std::span<const metrics::CriteriaTotals> tables,
                     const metrics::Estimate& fitness, const Individual& individual,
                     const Config& config, JsonWriter& writer);
// With the fitness that the objective gives `individual` for these matches.
void write_evidence(std::span<const metrics::CriteriaTotals> tables, const Individual& individual,
                    const Config& config, JsonWriter& writer);

// All matches of all judges as one set of sums.
metrics::CriteriaTotals pooled(std::span<const metrics::CriteriaTotals> tables);

// "id", "born", "parents", "crossover", "mutations", "genes", "territories", "borders",
// "continents": who an individual is, without its map, into the object that is open.
void write_identity(const Individual& individual, const SearchSpace& space, JsonWriter& writer);

// What the objective makes of an individual besides its fitness, into the object that is open:
// "violation" where there are constraints, "losses": {group: {"mean", "se"}, ...} where there are
// groups, "likeness" (write_likeness) where there is a target.
void write_assessment(const Individual& individual, const metrics::Objective& objective,
                      JsonWriter& writer);

// A generation as the log tells of it, and where it says what a history keeps.
struct LoggedGeneration {
  JsonWriter text;  // the line; without the value of "monitor" until complete() has it
  std::size_t monitor_place = 0;  // where that begins
  bool is_complete = false;
  // With so many bytes of it the line begins.
  std::size_t summary_size = 0;
  // Of each individual measured, in their order: the members of its identity (and "filtered"), and
  // the value of "fitness".
  struct Pieces {
    Piece identity;
    Piece fitness;
  };
  std::vector<Pieces> individuals;

  // With the value of "monitor" where it was missing.
  void complete(std::string_view monitor);

  // The line without "breeding" and "individuals".
  std::string summary() const { return std::string(line().substr(0, summary_size)) + '}'; }
  std::string_view line() const { return text.str(); }  // its end included
  std::string_view identity(std::size_t i) const { return part(individuals[i].identity); }
  std::string_view fitness(std::size_t i) const { return part(individuals[i].fitness); }
  std::string_view part(const Piece& piece) const { return line().substr(piece.begin, piece.size); }
};

// The last generation: {"generation", "best": id, "fitness": {"best", "mean", "worst"}, "monitor",
// "territories": {"least", "mean", "most"}, "breeding", "individuals": [...]}. Under a budget of
// its own, "spent": {"generation", "search"}, matches of this generation and of all so far; where
// the objective has groups, "front": {"size", "hypervolume", "members"}. An individual is its
// identity, "map" (in the generation of its birth only: a library map's name, or the map), its
// evidence and its assessment; "stream" is the id of the earlier individual whose matches it goes
// on with, where evidence is pooled. "monitor" is {"id", and evidence} of the best, or null; it
// is left out, for now, while its matches wait (Evolution::monitored).
// `threads`, from 1, change nothing but the speed. What `logged` told before goes, but its memory
// is used again.
void log_generation(const Evolution& evolution, const Config& config, int threads,
                    LoggedGeneration& logged);

}  // namespace evorisk::ga
