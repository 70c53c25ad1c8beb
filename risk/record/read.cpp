// Reading a record back, and checking every line of it.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "risk/agent.hpp"
#include "risk/record/action_json.hpp"
#include "risk/record/open_match.hpp"
#include "risk/record/record.hpp"

namespace evorisk::risk {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t highest_32 = std::numeric_limits<std::uint32_t>::max();

std::uint64_t word(const JsonView& view) {
  if (!view.raw().is_number_unsigned()) view.fail("expected an integer from 0 to 2^64 - 1");
  return view.raw().get<std::uint64_t>();
}

void read_header(const JsonView& view, Record& record) {
  if (!view.is_object() || !view.find("record"))
    view.fail(
        "this is no match record; its first line is {\"format\": 1, \"record\": \"match\", ...}");
  view.only({"format", "record", "program", "simulation", "variant", "agents", "stream", "sum"});
  view.format(1);
  constexpr std::string_view record_kinds[] = {"match"};
  view.at("record").one_of(record_kinds);
  RecordHeader& header = record.header;
  header.program = view.at("program").text();
  header.simulation = view.at("simulation").natural(1);
  record.variant = std::make_unique<const Variant>(variant_from_json(view.at("variant"), "."));
  for (const JsonView& agent : view.at("agents").items()) header.agents.push_back(agent.text());
  if (header.agents.size() != static_cast<std::size_t>(record.variant->players()))
    view.at("agents").fail("found {} for {} players", counted(std::ssize(header.agents), "agent"),
                           record.variant->players());
  const JsonView stream = view.at("stream");
  stream.only({"seed", "purpose", "generation", "individual", "match"});
  header.key.seed = word(stream.at("seed"));
  header.key.purpose = static_cast<Purpose>(stream.at("purpose").integer(1, highest_32));
  header.key.generation =
      static_cast<std::uint32_t>(stream.at("generation").integer(0, highest_32));
  header.key.individual =
      static_cast<std::uint32_t>(stream.at("individual").integer(0, highest_32));
  header.key.match = word(stream.at("match"));
}

}  // namespace

std::optional<Event> read_event(const std::string& name, const JsonView& line) {
  const auto member = [&](const char* key) { return line.at(key).any_int(); };
  if (name == "mission") return MissionDeal{member("card")};
  if (name == "deal") return Deal{member("territory")};
  if (name == "draw") return Draw{member("card")};
  const std::optional<Action> action = read_action(name, line);
  if (!action) return std::nullopt;
  Losses rolled;
  const Attack* attack = std::get_if<Attack>(&*action);
  if (attack != nullptr && attack->from >= 0) {
    const auto losses = line.at("losses").items();
    if (losses.size() != 2) line.at("losses").fail("must be two numbers");
    rolled = {losses[0].any_int(), losses[1].any_int()};
  }
  return event_of(*action, rolled);
}

namespace {

// Goes through the lines after the header, keeping the position.
class RecordChecker {
 public:
  RecordChecker(std::string_view text, Record& record)
      : rest_(text), record_(record), state_(*record.variant) {}

  void header() {
    const auto body = next();
    if (body && *body != RecordLines::header(record_.header, *record_.variant))
      problem("the header is not in the form in which it is written");
  }

  void events() {
    while (!record_.problem && !ended_) line();
    if (!record_.problem && !rest_.empty()) {
      ++number_;
      problem("the match has ended, but the record goes on");
    }
  }

 private:
  void problem(Message message) { record_.problem = RecordProblem{number_, std::move(message)}; }

  // The next line without its checksum, or nothing after reporting the problem.
  std::optional<std::string_view> next() {
    ++number_;
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) {
      record_.unfinished = rest_.empty();
      problem(rest_.empty() ? "the record breaks off before the end of the match"
                            : "the record breaks off in the middle of a line");
      return std::nullopt;
    }
    const auto body = sum_.open(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    if (!body)
      problem(
          "the checksum does not match: this line was changed, or a line was added, removed or "
          "moved");
    return body;
  }

  void line() {
    const auto body = next();
    if (!body) return;
    try {
      const Json json = parse_json(std::string(*body) + "}", "");
      read(*body, JsonView(json, ""));
    } catch (const InputError& error) {
      // "<source>: <path>: <problem>" without the empty source.
      const std::string message = error.message().text();
      problem(message.starts_with(": ") ? message.substr(2) : message);
    }
  }

  void expect(std::string_view body, const std::string& right) {
    if (body != right) problem(Message("it should be {}}}", right));
  }

  void read(std::string_view body, const JsonView& view) {
    const std::string name = view.at("event").text();
    if (lines_.turn_end_due(state_)) return expect(body, lines_.turn_end(state_));
    if (name == "end") return end(body);
    if (record_.result.fault != Fault::none) {
      return problem("after a forfeit only the end can follow");
    }
    if (name == "refused") return refused(body, view);
    if (name == "forfeit") return forfeit(body, view);
    if (name == "turn_end") return problem("no turn ends here");
    const auto event = read_event(name, view);
    if (!event) return problem(Message("unknown event \"{}\"", name));
    if (state_.over()) return problem("the match is over");
    if (const Refusal why = refusal(state_, *event); why != Refusal::none)
      return problem(Message("illegal: {}", Message(refusal_text(why))));
    expect(body, lines_.event(state_, *event));
    if (record_.problem) return;
    state_.apply(*event);
    record_.events.push_back(*event);
    record_.lines.push_back(number_);
  }

  void refused(std::string_view body, const JsonView& view) {
    const auto action = read_action(view.at("action").text(), view);
    if (!action) return problem("unknown action");
    if (state_.over()) return problem("the match is over");
    const Refusal why = refusal(state_, *action);
    if (why == Refusal::none) return problem("the action was refused, but it is legal");
    expect(body, RecordLines::refused(state_, *action, why));
    record_.refused = *action;
    record_.why = why;
    record_.result.fault = Fault::illegal;
  }

  void forfeit(std::string_view body, const JsonView& view) {
    std::vector<std::string_view> names;
    for (int i = 0; i < fault_count; ++i) names.push_back(fault_name(static_cast<Fault>(i)));
    MatchResult result;
    result.fault = static_cast<Fault>(view.at("fault").one_of(names));
    result.offender = state_.seat();
    if (state_.over()) return problem("the match is over");
    if (result.fault <= Fault::illegal) return problem("no agent forfeits like this");
    expect(body, RecordLines::forfeit(result));
    record_.result.fault = result.fault;
  }

  void end(std::string_view body) {
    MatchResult& result = record_.result;
    result.turns = state_.turn();
    if (result.fault != Fault::none) {
      result.end = EndReason::invalid;
      result.offender = state_.seat();
    } else if (!state_.over()) {
      return problem("the match has not ended yet");
    } else {
      result.end = end_reason(state_);
      result.winner = state_.winner();
    }
    expect(body, RecordLines::end(result));
    ended_ = true;
  }

  std::string_view rest_;
  Record& record_;
  State state_;
  RecordLines lines_;
  RecordSum sum_;
  int number_ = 0;
  bool ended_ = false;
};

bool known_agents(const std::vector<std::string>& agents, std::string& problem) {
  try {
    for (const std::string& agent : agents) {
      // What a record names must not start programs.
      if (agent == person_agent || make_agent(agent)->reproducible()) continue;
      problem = "\"" + agent + "\" is outside of this program and need not play the same again";
      return false;
    }
    return true;
  } catch (const InputError& error) {
    problem = error.message().text();
    return false;
  }
}

}  // namespace

Record read_record(std::string_view text, const std::string& source) {
  const std::string place = source + ", line 1";
  const std::string_view first = text.substr(0, text.find('\n'));
  const Json json = json_or_discarded(first);
  Record record;
  read_header(JsonView(json, place), record);
  RecordChecker checker(text, record);
  checker.header();
  if (!record.problem) checker.events();
  return record;
}

PlayedAgain play_again(const Record& record, std::string_view text) {
  using Outcome = PlayedAgain::Outcome;
  if (record.header.simulation != simulation_version)
    return {
        Outcome::other_version,
        fmt::format("Not played again: it was recorded by {} (simulation {}), this program plays "
                    "simulation {}.",
                    record.header.program, record.header.simulation, simulation_version),
        {}};
  std::string unknown;
  if (!known_agents(record.header.agents, unknown))
    return {Outcome::other_agents, fmt::format("Not played again: {}.", unknown), {}};
  OpenMatch match(*record.variant, record.header);
  match.follow(record);
  while (!match.over() && !match.waits()) match.step();
  const std::string& again = match.record();
  if (again == text) return {Outcome::same, "Played again: the same bytes.", {}};
  const auto [ours, theirs] = std::ranges::mismatch(again, text);
  const auto line = 1 + static_cast<int>(std::count(again.begin(), ours, '\n'));
  return {Outcome::different, fmt::format("Played again: line {} comes out differently.", line),
          RecordProblem{line, "playing the match again gives another line"}};
}

}  // namespace evorisk::risk
