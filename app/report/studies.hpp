// Results of the studies of agents, of coverage and of searches, as text, pictures and JSON.
// `tables`: the names of the tables of agents.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/agent_study/study.hpp"
#include "experiments/coverage_study/study.hpp"
#include "experiments/search_study/record.hpp"

namespace evorisk::app {

// Two tables, as Markdown or for the terminal: fitnesses and ranks of the variants; the mean of
// each figure, how its ranking agrees with the first table's, and whether it depends on the agents.
std::string agent_study_text(const experiments::AgentStudy& study,
                             const std::vector<std::string>& tables, bool markdown);
// The members "variants", "agents" and "figures".
void add_agent_study(nlohmann::ordered_json& json, const experiments::AgentStudy& study,
                     const std::vector<std::string>& tables);
// How the ranking by fitness changes, as SVG.
std::string agent_study_picture(const experiments::AgentStudy& study,
                                const std::vector<std::string>& tables);

// A table for each number of matches: of each figure, how often its intervals and errors cover the
// truth (mean and range over variants and tables of agents), and its mean bias; and by kind of
// board.
std::string coverage_study_text(const std::vector<experiments::VariantCoverage>& study,
                                const std::vector<std::string>& tables, int repetitions,
                                bool markdown);
// An array: an entry for each variant, table of agents and number of matches.
nlohmann::ordered_json coverage_study_json(const std::vector<experiments::VariantCoverage>& study,
                                           const std::vector<std::string>& tables);

struct SearchStudyReport {
  std::map<std::string, std::string> files;  // by name: report.md, comparisons.csv, *.svg
  std::string text;                          // for a terminal
  nlohmann::ordered_json json;
};

// Uses the records whose budget and search the design has. The study may be incomplete.
SearchStudyReport search_study_report(const experiments::StudyDesign& design,
                                      const std::vector<experiments::StudyRecord>& records);

}  // namespace evorisk::app
