// Every kind of file that the program writes in order to read it again, damaged at random: what
// reads it refuses it in one clear message, or comes to the same result. EVORISK_DAMAGES=N tries N
// damages of each kind, and every member.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "base/seal.hpp"
#include "tests/fuzz/kept_files.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// A file in a directory, and what is done with it.
struct Kind {
  std::string directory;
  std::string file;
  std::string command;
  std::vector<std::string> outputs;  // files that tell what was read; none: standard output does
  std::string first = {};            // done before, on a whole file
};

const std::string resumed = "evorisk evolve --resume --out run --quiet";

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"run", "run/result.json", "evorisk report run", {"run/report.html"}},
      {"run", "run/config.json", "evorisk report run", {"run/report.html"}},
      {"run", "run/best.json", "evorisk report run", {"run/report.html"}},
      {"run", "run/explanation.json", "evorisk report run", {"run/report.html"}},
      {"run", "run/generations.jsonl", "evorisk report run", {"run/report.html"}},
      {"run", "run/generations.jsonl", "evorisk explain run --matches 4 --threads 1 --quiet", {}},
      {"run",
       "run/generations.jsonl",
       resumed,
       {"run/result.json", "run/generations.jsonl"},
       "rm run/result.json"},
      {"run", "run/checkpoint.json", resumed, {"run/result.json"}, "rm run/result.json"},
      {"elites",
       "elites/archive.json",
       "evorisk gallery elites --out g --count 1 --matches 4 --screen 4 --agents random --fairness "
       "1 --threads 1 --quiet",
       {"g/gallery.json"}},
      {"sweep", "runs/000/000001.json", "evorisk sweep collect .", {"sweep.sqlite"}},
      {"arena", "matches.jsonl", "evorisk " + test::arena_again, {"result.json"}, "rm result.json"},
      {"arena", "timing.json", "evorisk " + test::arena_again, {"result.json"}, "rm result.json"},
      {"ladder", "ladder.json", "evorisk arena --ladder ladder.json --json", {}},
      {"study",
       "study/runs.jsonl",
       "evorisk " + test::study_again,
       {"study/runs.jsonl", "study/report.md"}},
      {"playtest", "m.answers.json", "evorisk playtest report . --matches 4 --threads 1", {}},
      {"playtest", "m.jsonl", "evorisk replay m.jsonl", {}},
      {"shortlist",
       "shortlist/shortlist.json",
       "evorisk report shortlist",
       {"shortlist/report.html"}},
      {"shortlist",
       "shortlist/1-one/winner.json",
       "evorisk report shortlist",
       {"shortlist/report.html"}},
      {"training",
       "training/state.json",
       "evorisk " + test::training_again,
       {"training/weights.json"}},
      // Without a sum of its own; the checkpoint has one of it.
      {"run", "run/config.json", resumed, {"run/result.json"}, "rm run/result.json"},
  };
  return all;
}

// All of them whole, made once.
const fs::path& whole() {
  static const test::TemporaryDirectory* const directory = [] {
    auto* const made = new test::TemporaryDirectory();
    test::make_kept_files(made->path(), [](const fs::path& in, const std::string& command) {
      std::istringstream words(command);
      test::ProcessOptions options;
      options.directory = in;
      const auto result = test::run({std::istream_iterator<std::string>(words), {}}, options);
      EXPECT_EQ(result.exit_code, 0) << command << result.err;
    });
    return made;
  }();
  return directory->path();
}

// What comes of a kind's command when its file is `text`; an error is told in `refused`.
std::string outcome(const Kind& kind, const std::string& text, std::string& refused) {
  const test::TemporaryDirectory directory;
  fs::copy(whole() / kind.directory, directory.path(), fs::copy_options::recursive);
  write_file(directory.path() / kind.file, text, Flush::to_system);
  const std::string first = kind.first.empty() ? "" : kind.first + "; ";
  const test::ProcessResult result = test::run_shell(first + kind.command, directory.path());
  std::string told;
  for (const auto& entry : fs::recursive_directory_iterator(directory.path())) {
    EXPECT_NE(entry.path().extension(), ".tmp") << entry.path() << " is left";
  }
  if (result.exit_code == 0) {
    if (kind.outputs.empty()) return result.out;
    for (const std::string& file : kind.outputs) told += directory.read(file);
    return told;
  }
  EXPECT_THAT(result.exit_code, testing::AnyOf(1, 2, 3)) << result.err;
  refused = result.err;
  // A check that does not hold is the result of a command that was told to look at the file.
  if (result.exit_code == 3) refused += kind.file + ": " + result.out;
  return told;
}

void expect_clear(const Kind& kind, const std::string& message) {
  EXPECT_THAT(message, testing::HasSubstr(fs::path(kind.file).filename().string()));
  for (const char* phrase : {"internal error", "json.exception", "constraint failed", ".tmp"}) {
    EXPECT_THAT(message, testing::Not(testing::HasSubstr(phrase)));
  }
}

std::vector<Json::json_pointer> places_in(const Json& document) {
  std::vector<Json::json_pointer> places;
  const Json flat = document.flatten();
  for (const auto& [place, value] : flat.items()) {
    for (Json::json_pointer p(place); !p.empty(); p = p.parent_pointer()) places.push_back(p);
  }
  return places;
}

const char* const damages[] = {"digit", "bit",   "halved", "deleted", "another type",
                               "null",  "range", "twice",  "gone",    "unknown"};

// The text with one such damage; empty when there is no place for it.
std::string damaged(const std::string& text, std::string_view damage, Random& random) {
  const auto any = [&](std::size_t size) { return random.below(static_cast<std::uint32_t>(size)); };
  std::string result = text;
  if (damage == "halved") return text.substr(0, any(text.size()));
  if (damage == "bit" || damage == "digit") {
    std::size_t place = any(text.size());
    if (damage == "digit") place = text.find_first_of("0123456789", place);
    if (place == text.npos) return {};
    result[place] = damage == "bit"
                        ? static_cast<char>(text[place] ^ (1 << any(7)))
                        : static_cast<char>('0' + (text[place] - '0' + 1 + any(9)) % 10);
    return result;
  }
  // A line of a log, or all of a document.
  const bool lines = Json::accept(text.substr(0, text.find('\n')));
  std::vector<std::size_t> begins = {0};
  for (std::size_t end = 0; lines && (end = text.find('\n', end)) + 1 < text.size();) {
    begins.push_back(++end);
  }
  const std::size_t begin = begins[any(begins.size())];
  const std::size_t size = (lines ? text.find('\n', begin) + 1 : text.size()) - begin;
  const std::string line = text.substr(begin, size);
  if (damage == "twice") return lines ? result.insert(begin, line) : "";
  if (damage == "gone") return lines ? result.erase(begin, size) : "";
  Json document = parse_json(line);
  const auto places = places_in(document);
  const Json::json_pointer place = places[any(places.size())];
  Json& parent = document[place.parent_pointer()];
  if (damage == "deleted") {
    if (parent.is_array()) {
      parent.erase(std::stoul(place.back()));
    } else {
      parent.erase(place.back());
    }
  } else if (damage == "unknown") {
    if (!parent.is_object()) return {};
    parent["unknwon"] = 1;
  } else {
    Json& value = document[place];
    if (damage == "range" && !value.is_number()) return {};
    value = damage == "null"    ? Json()
            : damage == "range" ? Json(random.below(2) == 0 ? -7e300 : 4e18)
            : value.is_string() ? Json(7)
                                : Json("seven");
  }
  return result.replace(begin, size, document.dump() + '\n');
}

TEST(Damage, IsRefusedOrChangesNothing) {
  const char* const wanted = std::getenv("EVORISK_DAMAGES");
  const int count = wanted != nullptr ? std::atoi(wanted) : test::cases(10);
  Random random({.seed = 9, .purpose = Purpose::test});
  int tried = 0;
  int refusals = 0;
  for (const Kind& kind : kinds()) {
    const std::string text = read_file(whole() / kind.directory / kind.file);
    std::string refused;
    const std::string meaning = outcome(kind, text, refused);
    ASSERT_EQ(refused, "") << kind.command;
    int of_kind = 0;
    for (int i = 0; i < count; ++i) {
      const std::string_view damage = damages[static_cast<std::size_t>(i) % std::size(damages)];
      const std::string changed = damaged(text, damage, random);
      if (changed.empty() || changed == text) continue;
      SCOPED_TRACE(kind.file + ", " + kind.command + ": " + std::string(damage));
      refused.clear();
      ++tried;
      const std::string now = outcome(kind, changed, refused);
      if (refused.empty()) {
        EXPECT_TRUE(now == meaning) << "believed: " << (changed.size() < 3000 ? changed : "");
      } else {
        ++of_kind;
        expect_clear(kind, refused);
      }
    }
    refusals += of_kind;
  }
  std::printf("%d damaged files: %d refused, %d read to the same result\n", tried, refusals,
              tried - refusals);
  EXPECT_GT(2 * refusals, tried);
}

// 100,000 brackets in place of members of each kind of file, those that people write too: of some
// drawn at random (with EVORISK_DAMAGES of all), since they are all read by one parser.
TEST(Damage, NestedWithoutEndIsRefused) {
  std::vector<Kind> all = kinds();
  const auto written = [&](const std::string& file, const std::string& command) {
    all.push_back({"written", file, command, {}});
  };
  ASSERT_EQ(test::run_shell("mkdir -p written && cd written && cp ../run/run/best.json . && cp "
                            "../run/run/config.json . && cp ../s.json ../study/design.json . && "
                            "cp ../ladder/ladder.json . && evorisk map generate --out map.json && "
                            "evorisk target thesis-8 --out target.json",
                            whole())
                .exit_code,
            0);
  write_file(whole() / "written/original.json",
             R"({"territories": 3, "connections": [[1], [0, 2], [1]],
                 "continents": [[0, 1, 2]], "continentsValue": [2]})");
  written("map.json", "evorisk map check map.json");
  written("original.json", "evorisk map convert original.json --to domination");
  written("best.json", "evorisk evaluate best.json --matches 2");
  written("best.json", "evorisk map check best.json");
  written("config.json", "evorisk evolve config.json --out new");
  written("s.json", "evorisk sweep plan s.json --out new --pilot 0");
  written("design.json", "evorisk study search design.json --out new");
  written("target.json", "evorisk evaluate thesis-8 --matches 2 --objective target.json");
  const double share = std::getenv("EVORISK_DAMAGES") != nullptr ? 1 : test::sanitized ? 0.1 : 0.3;
  Random random({.seed = 5, .purpose = Purpose::test});
  const std::string brackets = std::string(100'000, '[') + std::string(100'000, ']');
  for (const Kind& kind : all) {
    const std::string text = read_file(whole() / kind.directory / kind.file);
    // The last line of a log.
    const std::size_t begin = text.rfind('\n', text.size() - 2) + 1;
    const std::string line = Json::accept(text.substr(begin)) ? text.substr(begin) : text;
    const Json document = parse_json(line);
    for (const auto& [key, value] : document.items()) {
      if (!random.chance(share)) continue;
      Json marked = document;
      marked[key] = "HERE";
      std::string nested = text.substr(0, text.size() - line.size()) + marked.dump() + "\n";
      nested.replace(nested.find("\"HERE\""), 6, brackets);
      std::string refused;
      SCOPED_TRACE(kind.file + ", " + kind.command + ": " + key);
      outcome(kind, nested, refused);
      EXPECT_NE(refused, "");
      expect_clear(kind, refused);
    }
  }
}

}  // namespace
}  // namespace evorisk::app
