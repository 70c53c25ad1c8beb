// The commands that the pages show are run, with fewer matches, in the order of each page: those
// whose work can be made little. Studies and services have tests of their own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/files.hpp"
#include "tests/support/pattern.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> pages() {
  std::vector<std::string> names{"README.md",
                                 "HACKING.md",
                                 "results/README.md",
                                 "results/agents/README.md",
                                 "results/ladder/README.md",
                                 "results/thesis/README.md"};
  for (const auto& entry : fs::directory_iterator(fs::path(EVORISK_SOURCE_DIR) / "docs")) {
    if (entry.path().extension() == ".md") {
      names.push_back("docs/" + entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct Shown {
  std::vector<std::string> commands;  // those of evorisk that are run, without comments
  std::vector<std::string> targets;   // those of make
};

// What the page's ```sh blocks hold.
Shown shown(const std::string& page) {
  const std::string quick =
      "^(cp|evorisk (map|list|simulate|play|replay|evaluate|evolve|report|arena)) ";
  Shown result;
  std::istringstream text(read_file(fs::path(EVORISK_SOURCE_DIR) / page));
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("```")) {
      inside = line == "```sh";
      continue;
    }
    if (!inside) continue;
    line = test::replaced(line, " +#.*$", "");
    line = test::replaced(line, "^(build/release/)?evorisk ", "evorisk ");
    // A ladder says how many matches are played: ArenaCommand has tests of it.
    const bool many = line.find(" --ladder ") != line.npos;
    if (test::found(line, quick) && !many) result.commands.push_back(line);
    if (line.starts_with("make ")) result.targets.push_back(line.substr(5));
  }
  return result;
}

// The same command with so little to do that it takes no time.
std::string reduced(std::string command) {
  const char* few = command.starts_with("evorisk arena ") ? "--matches 2" : "--matches 50";
  command = test::replaced(command, "--matches [0-9]+", few);
  if (command.starts_with("evorisk evaluate ") && command.find("--matches") == command.npos) {
    command += " --matches 50";
  }
  if (test::found(command, "^evorisk evolve (--|two-|party|small|classic-)")) {
    command +=
        " --set matches=100 --set finalists=1 --set screen=2 --set fresh_matches=2 --set "
        "'agents=[\"cautious\"]'";
  } else if (command.starts_with("evorisk evolve ")) {
    command +=
        " --set population=4 --set tournament=2 --set generations=1 --set matches=4 --set "
        "monitor_matches=0 --set final.matches=4";
  }
  return command;
}

class Pages : public testing::TestWithParam<std::string> {};

TEST_P(Pages, ShowCommandsThatRun) {
  const test::TemporaryDirectory directory;
  fs::create_directory(directory.path() / "results");
  for (const char* folder : {"experiments", "examples", "results/ladder"}) {
    fs::create_directory_symlink(fs::path(EVORISK_SOURCE_DIR) / folder, directory.path() / folder);
  }
  for (const std::string& command : shown(GetParam()).commands) {
    const auto result = test::run_shell(reduced(command), directory.path());
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.err;
  }
}

TEST_P(Pages, ShowTargetsThatExist) {
  const std::string makefile = read_file(fs::path(EVORISK_SOURCE_DIR) / "Makefile");
  for (const std::string& target : shown(GetParam()).targets) {
    EXPECT_THAT(makefile, testing::HasSubstr("\n" + target + ":")) << target;
  }
}

// Links to files of the project, and pictures.
TEST_P(Pages, LinkToFilesThatExist) {
  const fs::path page = fs::path(EVORISK_SOURCE_DIR) / GetParam();
  const std::string text = read_file(page);
  for (const std::string& target : test::matches(text, "(\\]\\(|src=\")([^)#\"]+)[)#\"]", 2)) {
    if (target.find("://") != target.npos) continue;
    EXPECT_TRUE(fs::exists(page.parent_path() / target)) << target;
  }
}

std::string page_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = fs::path(info.param).replace_extension().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '/'; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Docs, Pages, testing::ValuesIn(pages()), page_name);

}  // namespace
}  // namespace evorisk::app
