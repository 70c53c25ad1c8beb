// What a study of searches shows: tables, tests and plots.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/search_study/record.hpp"

namespace evorisk::app {

struct SearchStudyReport {
  std::map<std::string, std::string> files;  // by name: report.md, comparisons.csv, *.svg
  std::string text;                          // for a terminal
  nlohmann::ordered_json json;
};

// Of the records whose budget and search the design has, however many there are.
SearchStudyReport search_study_report(const experiments::StudyDesign& design,
                                      const std::vector<experiments::StudyRecord>& records);

}  // namespace evorisk::app
