#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/map/map_argument.hpp"
#include "app/text/likeness.hpp"
#include "base/error.hpp"

namespace evorisk::app {
namespace {

// A directory stands for the files in it, in the order of their names.
std::vector<std::string> board_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    if (!std::filesystem::is_directory(argument)) {
      files.push_back(argument);
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& entry : std::filesystem::directory_iterator(argument)) {
      if (entry.is_regular_file()) inside.push_back(entry.path().string());
    }
    if (inside.empty()) throw InputError("{}: there is no file in this directory", argument);
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

class StudyBoardsCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    std::vector<maps::Features> boards;
    for (const std::string& file : board_files(boards_)) {
      const maps::MapReading board = whole_map_argument(file);
      for (const std::string& note : board.notes) context.note(file + ": " + note);
      boards.push_back(maps::features_of(board.map));
    }
    const experiments::BoardStudy study = experiments::study_boards(boards, seed_);
    nlohmann::ordered_json json = {{"seed", seed_}};
    json.update(board_study_json(study));
    return context.result(json, board_study_text(study));
  }

  const std::vector<std::string>& boards_ = arguments("BOARD", 1);
  const std::uint64_t& seed_ = seed();
};

}  // namespace

const CommandRow study_boards_command{"study boards", make<StudyBoardsCommand>};

}  // namespace evorisk::app
