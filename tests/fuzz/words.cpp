// What is typed.
#include <algorithm>
#include <vector>

#include "app/cli/command_text.hpp"
#include "app/cli/commands.hpp"
#include "app/play/dialogue.hpp"
#include "app/text/lists.hpp"
#include "experiments/wishes/wishes.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/likes_file.hpp"
#include "risk/record/open_match.hpp"
#include "tests/fuzz/targets.hpp"

namespace evorisk::fuzz {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto [line, rest] = first_line(text);
    lines.emplace_back(line);
    text = rest;
  }
  return lines;
}

// A subcommand's name, and its arguments, one a line. Only read: they may name any file.
void read_command_line(const std::string& text) {
  std::vector<std::string> arguments = lines_of(text);
  if (arguments.empty()) return;
  const auto rows = app::commands();
  const auto row = std::ranges::find(rows, arguments.front(), &app::CommandRow::name);
  if (row == rows.end()) return;
  arguments.erase(arguments.begin());
  app::Context context;
  std::string help;
  app::parse_command_line(*row, app::command_text(row->name), arguments, context, help);
}

// Types the lines.
class TypingTerminal final : public app::Terminal {
 public:
  TypingTerminal(std::vector<std::string> lines, bool large)
      : lines_(std::move(lines)), large_(large) {}
  void print(std::string_view) override {}
  std::optional<std::string> read_line(const std::string&) override {
    // A match may be saved in any file; here in none of another directory.
    while (next_ < lines_.size() && lines_[next_].find('/') != std::string::npos) ++next_;
    if (next_ == lines_.size()) return std::nullopt;
    return lines_[next_++];
  }
  bool interrupted() override { return false; }
  // Places for the labels of a large map take long to find.
  app::Looks looks() override { return {.list = large_}; }

 private:
  std::vector<std::string> lines_;
  bool large_;
  std::size_t next_ = 0;
};

void play(const char* map, const std::vector<std::string>& settings, const std::string& text) {
  const risk::Variant plain = risk::load_variant(map);
  risk::Rules rules = plain.rules();
  risk::set_rules(rules, settings);
  const risk::Variant variant(plain.name(), rules, plain.map_ptr());
  std::vector<std::string> agents(static_cast<std::size_t>(variant.players()), "random");
  agents.front() = risk::person_agent;
  risk::OpenMatch match(
      variant,
      {.program = "evorisk", .agents = agents, .key = {.seed = 1, .purpose = Purpose::test}});
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(work_directory());
  app::MatchSession session(match, "match.jsonl");
  TypingTerminal terminal(lines_of(text), variant.territories() > 10);
  app::play_dialogue(match, session, terminal, false);
  for (const auto& entry : std::filesystem::directory_iterator(work_directory()))
    std::filesystem::remove_all(entry.path());
  std::filesystem::current_path(before);
}

void read_likes(const std::string& text) {
  ga::parse_likes(text, "likes.txt");
  static const ga::Config config = ga::load_config("", {});
  ga::likes_text(ga::dated_statements(text, "likes.txt", config));
}

constexpr Reader word_readers[] = {
    {"command", read_command_line},
    {"play",
     [](const std::string& text) {
       play("cycle-4", {"turn_limit=12", "card_forced_at=3"}, text);
     }},
    {"play war",
     [](const std::string& text) {
       play("war", {"objective=missions", "allocation=pick", "turn_limit=6"}, text);
     }},
    {"likes", read_likes},
    {"tables", [](const std::string& text) { app::split_tables(lines_of(text)); }},
    {"names", [](const std::string& text) { app::parse_agent_names(lines_of(text)); }},
    {"criteria", [](const std::string& text) { app::parse_criteria(text); }},
    {"range",
     [](const std::string& text) { experiments::range_from_text(text, 1, 1000, "input"); }},
};

}  // namespace

void fuzz_words(std::string_view input) {
  read_by_kind(word_readers, input);
}

}  // namespace evorisk::fuzz
