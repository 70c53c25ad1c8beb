// What all matches of a run say of each genotype: evidence that is pooled, never replaced.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "ga/config.hpp"
#include "ga/genome/genome.hpp"

namespace evorisk::ga {

// A genotype is a game (game_key). The store remembers config.evidence_kept of them; those in
// the population are among them as long as that is no larger.
class EvidenceStore {
 public:
  explicit EvidenceStore(const Config& config) : config_(config) {}

  // Gives every individual what is known of its game: evidence, and the stream its further matches
  // are of. Individuals of unknown games stay as they are.
  void recall(std::span<Individual> individuals) const;
  // Takes note of what a generation's individuals have by now; not of those that are not playable.
  void keep(int generation, std::span<const Individual> measured);

  // Lossless, for checkpoints: an array; and back. Throws InputError.
  nlohmann::ordered_json to_json() const;
  void restore(const JsonView& view);

 private:
  struct Record {
    Individual::Stream stream;
    int seen = 0;  // the last generation that had it
    std::int64_t matches_played = 0;
    Evidence tables;
  };

  const Config& config_;
  std::map<std::string, Record> records_;
};

}  // namespace evorisk::ga
