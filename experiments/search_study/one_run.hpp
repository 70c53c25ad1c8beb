// One run of the study, from its seed to its record.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "experiments/search_study/record.hpp"

namespace evorisk::experiments {

// A function of the design and the run alone. Nothing when stopped. `on_matches` is told how many
// matches of the search have been played since it was told last.
std::optional<StudyRecord> do_study_run(const StudyDesign& design, const StudyRun& run,
                                        const std::atomic<bool>& stop,
                                        const std::function<void(std::int64_t)>& on_matches);

}  // namespace evorisk::experiments
