// What a sweep keeps of a run: the rows of its tables (docs/sweep.md), as compact JSON, and nothing
// of the run's way there.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/sweep/sweep.hpp"
#include "ga/run/final.hpp"

namespace evorisk::experiments {

// Watches one run from its first generation to its end.
class RunRecorder {
 public:
  // Must not outlive `run`.
  explicit RunRecorder(const SweepRun& run);
  ~RunRecorder();

  // After every advance() of the evolution, in turn.
  void generation(const ga::Evolution& evolution);

  // The record, after finish() of the evolution. Depends on the configuration and nothing else.
  std::string finished(const ga::Evolution& evolution, const ga::FinalResult& result);

  // What was recorded so far, for a checkpoint; and back. Throws InputError.
  nlohmann::ordered_json state() const;
  void restore(const JsonView& view);

 private:
  struct State;
  const SweepRun& run_;
  std::unique_ptr<State> state_;
};

}  // namespace evorisk::experiments
