// What the generations of a run amount to, gathered as they pass.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "ga/algorithm.hpp"
#include "maps/base/json_writer.hpp"

namespace evorisk::ga {

class Evolution;
struct LoggedGeneration;

class History {
 public:
  // The last generation, and how it is logged, as long as the evolution still says so; they are
  // added in order, each followed by its summary.
  void add(const Evolution& evolution, const LoggedGeneration& logged);
  void add_summary(std::string summary) { generations_.push_back(std::move(summary)); }
  // All generations of a log, which hold the same.
  void read(const std::filesystem::path& log);

  // Members of the object that is open: "breeding" (the tallies of all generations, added up),
  // "generations" (the summary of each), "ancestry" (individual `id` and all its ancestors, the
  // oldest first: identities, with the fitness and the matches of their birth).
  void write(const std::string& id, JsonWriter& writer) const;

 private:
  struct Birth {
    std::string id;
    std::vector<std::string> parents;
    std::size_t begin, size;  // of what "ancestry" says of it, in texts_
  };
  void add_birth(std::string id, std::vector<std::string> parents, std::size_t begin);
  std::vector<const Birth*> ancestry(const std::string& id) const;

  BreedingTally breeding_;
  std::vector<std::string> generations_;
  std::vector<Birth> births_;
  JsonWriter texts_;  // of all births, one after the other
};

}  // namespace evorisk::ga
