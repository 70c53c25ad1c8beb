// Statements on candidates as text: what likes.txt in a run directory and `evolve --likes` hold. A
// line is "GENERATION VERDICT ID" ("5 like g3-17") or "GENERATION off|on": it counts before
// that generation is bred, and from then on. Without a generation it counts from the next one; the
// run that hears it adds the line with its generation. Empty lines and those that begin with '#'
// say nothing, but that "# left out: LINE" takes back the last such line: so does a run with what
// it cannot hear.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "ga/evaluation/likes.hpp"

namespace evorisk::ga {

// Parts of this language, which a shortlist's likes.txt shares.
inline constexpr std::string_view left_out = "# left out: ";
std::vector<std::string> lines_of(std::string_view text);  // without their ends
bool says_nothing(std::string_view line);                  // empty, or a remark

struct LikesText {
  struct Line {
    Statement statement;
    int line = 0;  // from 1
  };
  std::vector<Line> dated;        // in the order of the text
  std::vector<Line> waiting;      // without a generation, and not yet followed by a line with one
  std::vector<Message> problems;  // lines that say nothing which can be understood
};
// `source` starts problems.
LikesText parse_likes(std::string_view text, const std::string& source);

// A verdict as a page or a person says it, and an id, checked for their form. Throws InputError.
Statement statement_of(std::string_view verdict, std::string_view id);

// What a run is to be told from its start: of a file, or what a run in a directory was told. Throws
// InputError for a line that cannot be understood, has no generation, or is of a later one than
// the run has; for an individual that is not born before; for a search that likes cannot bend.
std::vector<Statement> load_likes(const std::filesystem::path& file, const Config& config);
// The same of a file's text; `source` starts what is wrong.
std::vector<Statement> dated_statements(std::string_view text, const std::string& source,
                                        const Config& config);

// Adds lines to a file, also where its last line has no end.
void add_lines(const std::filesystem::path& file, const std::string& lines);

// The file's text of these statements.
std::string likes_text(std::span<const Statement> statements);

// Statements with what the log in a run directory knows of their individuals, each as measured
// before the statement's generation. What is of an individual that is not there is left out, and
// told to `problem`.
std::vector<Judgement> judgements_of(const std::filesystem::path& directory, const Config& config,
                                     std::span<const Statement> statements,
                                     const std::function<void(const Message&)>& problem);

// All that a run has heard, in order, as its log says: what it did is this, whatever the file says.
std::vector<Statement> heard_statements(const std::filesystem::path& directory);
// What it has learnt of them.
Likes likes_of_run(const std::filesystem::path& directory, const Config& config);

// The ear of a run at work.
class LikesListener {
 public:
  // `problem` is told each problem once.
  LikesListener(std::filesystem::path directory, const Config& config,
                std::function<void(const Message&)> problem);

  // What counts from this generation on, which is the next: lines with its number, then those
  // without one, which get it. Throws SystemError when the file cannot be read or
  // added to: then nothing of it counts yet.
  std::vector<Judgement> before(int generation);

 private:
  void tell(const Message& problem);

  std::filesystem::path directory_;
  const Config& config_;
  std::function<void(const Message&)> problem_;
  std::set<std::string> told_;
  int read_ = -1;  // the last line that was there when the file was read before; -1: never
  // Its own lines. Others may add theirs between its reading and its writing, so that a line's
  // place does not say who wrote it.
  std::set<std::string> written_;
};

}  // namespace evorisk::ga
