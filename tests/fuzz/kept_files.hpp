// A small one of every kind of file that the program writes in order to read it again: for the
// damages of tests/app/damage_test.cpp, and as seeds.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace evorisk::test {

// Of `arena` and `study`, whose directories the same command goes on in.
inline const std::string arena_again =
    "arena thesis-8 --agents random,cautious --matches 300 --quiet --threads 1 --out .";
inline const std::string study_again = "study search design.json --out study --threads 1 --quiet";
inline const std::string training_again = "train training --on two --rounds 1 --threads 1 --quiet";

// Makes directories in `root`: run/run, elites/elites, shortlist/shortlist, sweep, arena, ladder,
// study/study, training/training, playtest, with what they were made from. `run` does a command of
// the program (its words, without "evorisk") in a directory.
void make_kept_files(const std::filesystem::path& root,
                     const std::function<void(const std::filesystem::path& directory,
                                              const std::string& command)>& run);

}  // namespace evorisk::test
