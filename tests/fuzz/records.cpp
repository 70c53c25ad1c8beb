// Match records whose sums hold, however their lines were changed: read to the first line that is
// not true; what holds is told in words, played again, and gone on with.
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "risk/record/narration.hpp"
#include "risk/record/open_match.hpp"
#include "risk/record/record.hpp"
#include "tests/fuzz/targets.hpp"

namespace evorisk::fuzz {
namespace {

// The lines, whose sums hold afterwards. A line that is no object's end stays as it is.
std::string with_chained_sums(std::string_view input) {
  constexpr std::string_view sum = ",\"sum\":\"";
  risk::RecordSum sums;
  std::string text;
  while (!input.empty()) {
    const bool whole = input.find('\n') != input.npos;
    auto [line, rest] = first_line(input);
    input = rest;
    const std::size_t begin = line.rfind(sum);
    if (!whole || (begin == line.npos && !line.ends_with('}'))) {
      text += line;
      if (whole) text += '\n';
      continue;
    }
    text += sums.seal(begin == line.npos ? line.substr(0, line.size() - 1) : line.substr(0, begin));
  }
  return text;
}

// Other agents may take any time.
bool is_played(const risk::Record& record) {
  for (const std::string& agent : record.header.agents) {
    if (agent != "random" && agent != "cautious" && agent != risk::person_agent) return false;
  }
  return record.variant->territories() <= 60 && record.variant->rules().turn_limit <= 200;
}

}  // namespace

void fuzz_records(std::string_view input) {
  const std::string text = with_chained_sums(input);
  accepts([&] {
    const risk::Record record = risk::read_record(text, "input");
    if (!is_played(record)) return;
    if (!record.problem) risk::play_again(record, text);
    risk::OpenMatch match(*record.variant, record.header);
    match.follow(record);
    risk::State state(*record.variant);
    for (const risk::Event& event : record.events) {
      risk::describe_event(state, event);
      state.apply(event);
    }
    risk::describe_position(state);
  });
}

void write_record_seeds(const std::filesystem::path& directory) {
  // The smallest boards: a record of a large one is slow to change.
  const auto write = [&](const std::string& map, const std::vector<std::string>& settings) {
    const risk::Variant plain = risk::load_variant(map);
    risk::Rules rules = plain.rules();
    risk::set_rules(rules, settings);
    const risk::Variant variant(plain.name(), rules, plain.map_ptr());
    const risk::RecordHeader header{.program = "evorisk",
                                    .agents = {"random", "cautious"},
                                    .key = {.seed = 1, .purpose = Purpose::match}};
    write_file(directory / map, risk::play_record(variant, header), Flush::to_system);
  };
  write("two", {"turn_limit=4"});
  write("cycle-4", {"allocation=pick", "initial_troops=3", "turn_limit=12", "fortify=connected"});
  write("star-6", {"card_forced_at=3", "turn_limit=20", "elimination_takes_cards=true"});
  write("risk", {"objective=missions", "turn_limit=3"});
}

}  // namespace evorisk::fuzz
