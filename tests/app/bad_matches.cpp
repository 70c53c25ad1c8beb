// Matches that people cannot play, and files that cannot be gone on with.
#include "tests/app/bad_input.hpp"
#include "tests/app/bad_input_names.hpp"

namespace evorisk::app {
namespace {

// A match in progress in m.jsonl, with `spoil` done to it.
BadInput spoilt_record(const std::string& name, const std::string& spoil,
                       const std::vector<std::string>& arguments, const std::string& message) {
  return {name,
          {},
          arguments,
          Exit::usage,
          message,
          "evorisk play thesis-9 --seed 4 --record m.jsonl --quiet < /dev/null > out.txt" +
              (spoil.empty() ? "" : " && " + spoil)};
}

}  // namespace

std::vector<BadInput> bad_matches() {
  const std::string only_resume =
      "--resume takes variant, rules and seed from its file and goes on in it; leave out VARIANT, "
      "--map, --preset, --set, --seed and --record";
  return {
      {"StudioOfNothing", {}, {"studio", "nowhere"}, Exit::usage, "\"nowhere\" is no directory"},
      {"StudioForAllWithoutToken",
       {},
       {"studio", ".", "--host", "0.0.0.0", "--token", "short"},
       Exit::usage,
       "--host: others can reach that address; give a --token of at least 8 letters"},
      {"StudioTokenOfSigns",
       {},
       {"studio", ".", "--token", "a b;c=d&e"},
       Exit::usage,
       "--token: only letters and digits are possible"},
      {"StudioElsewhere",
       {},
       {"studio", ".", "--host", "192.0.2.1", "--token", "abcdefgh"},
       Exit::failure,
       "cannot listen on 192.0.2.1: the address is not this computer's, or its port is in use"},
      {"StudioAgentsOfNoTable",
       {},
       {"studio", ".", "--agents", "person,cautious"},
       Exit::usage,
       "--agents, --timer, --map, --preset and --set are of a table; give --table, too"},
      {"StudioTimerOfNoTable",
       {},
       {"studio", ".", "--timer", "60"},
       Exit::usage,
       "--agents, --timer, --map, --preset and --set are of a table; give --table, too"},
      {"StudioTableOfAgents",
       {},
       {"studio", ".", "--table", "thesis-9", "--agents", "cautious", "--host", "127.0.0.1"},
       Exit::usage,
       "--agents: no seat is a person's; name one \"person\""},
      {"StudioTableOfTooFew",
       {},
       {"studio", ".", "--table", "thesis-9", "--agents", "person,cautious,cautious", "--host",
        "127.0.0.1"},
       Exit::usage,
       "--agents: found 3 for 2 seats; name person or an agent for each"},
      {"PlaytestsOfNothing",
       {},
       {"playtest", "report", "nowhere"},
       Exit::usage,
       "\"nowhere\" is no directory"},
      {"PlaytestWithoutItsRecord",
       {{"a.answers.json",
         R"({"format": 1, "record": "../a.jsonl", "variant": "x", "answers": []})"}},
       {"playtest", "report", "."},
       Exit::usage,
       "./a.answers.json: record: the record stands beside it"},
      {"PlayNothing",
       {},
       {"play"},
       Exit::usage,
       "name a variant (a file or a library map) or give --map NAME"},
      {"PlayWithoutAPerson",
       {},
       {"play", "two", "--agents", "cautious,random"},
       Exit::usage,
       "--agents: no seat is a person's; name one \"person\", or use \"evorisk simulate\""},
      {"PlayWithTooManySeats",
       {},
       {"play", "two", "--agents", "person,cautious,cautious"},
       Exit::usage,
       "--agents: found 3 for 2 seats; name person or an agent for each"},
      {"PlayAgainstNobodyKnown",
       {},
       {"play", "two", "--agents", "person,cautios"},
       Exit::usage,
       "unknown agent \"cautios\"; did you mean \"cautious\"? Valid: " + agent_names()},
      {"PlayDrawnInOil",
       {},
       {"play", "two", "--draw", "oil"},
       Exit::usage,
       "--draw: unknown value \"oil\"; valid: auto, lines, plain, list"},
      spoilt_record("PlayOverAnotherMatch", "", {"play", "two", "--record", "m.jsonl"},
                    "m.jsonl exists already; --force replaces it"),
      {"PlayIntoNowhere",
       {{"file", ""}},
       {"play", "two", "--record", "file/m.jsonl"},
       Exit::failure,
       "cannot write file/m.jsonl: Not a directory"},
      spoilt_record("ResumeWithASeed", "", {"play", "--resume", "m.jsonl", "--seed", "4"},
                    only_resume),
      spoilt_record("ResumeWithAVariant", "", {"play", "two", "--resume", "m.jsonl"}, only_resume),
      spoilt_record("ResumeWithOtherAgents", "",
                    {"play", "--resume", "m.jsonl", "--agents", "person,cautious"},
                    "--agents: the match to go on with is played by person,strategist"),
      {"ResumeNoRecord",
       {{"m.jsonl", "{}"}},
       {"play", "--resume", "m.jsonl"},
       Exit::usage,
       "m.jsonl, line 1: this is no match record; its first line is {\"format\": 1, \"record\": "
       "\"match\", ...}"},
      spoilt_record(
          "ResumeAMatchThatIsOver",
          "evorisk simulate two --matches 1 --seed 1 --record m.jsonl --force --quiet > out.txt",
          {"play", "--resume", "m.jsonl"},
          "--resume: the match of \"m.jsonl\" is over; \"evorisk replay\" shows it"),
      spoilt_record(
          "ResumeAChangedRecord", "sed -i '3s/territory\":6/territory\":5/' m.jsonl",
          {"play", "--resume", "m.jsonl"},
          "m.jsonl, line 3: the checksum does not match: this line was changed, or a line was "
          "added, removed or moved"),
      spoilt_record("ResumeHalfALine", "truncate -s -5 m.jsonl", {"play", "--resume", "m.jsonl"},
                    "m.jsonl, line 14: the record breaks off in the middle of a line"),
      {"ResumeNothing",
       {},
       {"play", "--resume", "m.jsonl"},
       Exit::failure,
       "cannot read m.jsonl: No such file or directory"},
  };
}

}  // namespace evorisk::app
