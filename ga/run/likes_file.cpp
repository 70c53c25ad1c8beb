#include "ga/run/likes_file.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/reading/number_in.hpp"
#include "base/seal.hpp"
#include "base/utf8.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/genome/search_space.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

constexpr int most_generations = 1'000'000'000;

// A whole number from 0, or nothing.
std::optional<int> generation_in(std::string_view word) {
  const auto number = number_in<int>(word);
  return number >= 0 && number <= most_generations ? number : std::nullopt;
}

// The individuals of a generation, and what preferences are about.
struct Peers {
  std::map<std::string, std::optional<LikedValues>> values;  // none: not measured
  Spread spread;
};

// A log, of which lines are read where they are needed.
class LoggedCandidates {
 public:
  LoggedCandidates(const fs::path& directory, const Config& config)
      : config_(config), file_((directory / log_file).string()) {
    LineReader in(file_);
    for (std::int64_t place = 0; in.next(); place = in.place()) places_.push_back(place);
  }

  int generations() const { return static_cast<int>(places_.size()); }

  // The peers among which the individual was measured last before this generation, or null.
  const Peers* find(const std::string& id, int before) {
    const int born = birth_generation(id);
    const std::string name = "{\"id\":\"" + id + "\"";
    for (int g = std::min(before, generations()) - 1; g >= std::max(0, born); --g) {
      if (born < 0 || text(g).find(name) == std::string::npos) continue;
      const Peers& there = peers(g);
      if (there.values.contains(id)) return &there;
    }
    return nullptr;
  }

 private:
  std::string text(int generation) {
    return std::string(LineReader(file_, places_[at(generation)]).next().value());
  }

  const Json& line(int generation) {
    const auto [found, is_new] = lines_.try_emplace(generation);
    if (is_new) {
      found->second = parse_json(text(generation), file_);
      unseal(found->second, file_);
    }
    return found->second;
  }

  maps::MapPtr map_of(const std::string& id, int generation) {
    const auto [found, is_new] = maps_.try_emplace(id);
    if (!is_new) return found->second;
    for (const Json& individual : line(generation).at("individuals")) {
      if (individual.at("id") != id || !individual.contains("map")) continue;
      found->second =
          map_from_reference(config_.search_space, JsonView(individual.at("map"), file_));
    }
    if (!found->second) throw InputError("{}: has no map of {}", file_, id);
    return found->second;
  }

  const Peers& peers(int generation) {
    const auto [found, is_new] = peers_.try_emplace(generation);
    if (!is_new) return found->second;
    std::vector<LikedValues> known;
    for (const Json& individual : line(generation).at("individuals")) {
      const auto id = individual.at("id").get<std::string>();
      auto& values = found->second.values[id];
      if (individual.contains("filtered")) continue;
      const Genome genome{
          genes_from_json(JsonView(individual.at("genes"), file_), config_.search_space),
          map_of(id, individual.at("born"))};
      values = liked_values(individual, genome, config_);
      known.push_back(*values);
    }
    found->second.spread = spread_of(known);
    return found->second;
  }

  const Config& config_;
  const std::string file_;
  std::vector<std::int64_t> places_;  // of the lines
  std::map<int, Json> lines_;
  std::map<std::string, maps::MapPtr> maps_;
  std::map<int, Peers> peers_;
};

// Of a line that is neither empty nor a remark. Throws InputError.
Statement statement_in(std::string_view line) {
  std::istringstream in{std::string(line)};
  std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
  const std::optional<int> generation = words.empty() ? std::nullopt : generation_in(words[0]);
  if (generation) words.erase(words.begin());
  if (words.empty() || words.size() > 2) {
    throw InputError(
        "\"{}\" is no statement; valid: \"5 like g3-17\", \"5 drop g3-17\", \"5 forget g3-17\", "
        "\"5 "
        "off\", \"5 on\"",
        shortened(line.substr(0, valid_utf8_prefix(line))));
  }
  Statement statement = statement_of(words[0], words.size() == 2 ? words[1] : "");
  if (!generation) return statement;
  if (*generation == 0) {
    throw InputError("generation 0 is bred of nothing; statements count from generation 1 on");
  }
  if (birth_generation(statement.id) >= *generation) {
    throw InputError("{} is not born before generation {}", statement.id, *generation);
  }
  statement.generation = *generation;
  return statement;
}

void refuse_deaf(const std::string& source, const Config& config) {
  const Message why = no_likes_because(config);
  if (!why.empty()) throw InputError("{}: {}", source, why);
}

}  // namespace

Statement statement_of(std::string_view verdict, std::string_view id) {
  const auto* const name = std::ranges::find(verdict_names, verdict);
  if (name == verdict_names.end()) {
    throw InputError(unknown_name("verdict", verdict, verdict_names));
  }
  const Statement statement{0, static_cast<Verdict>(name - verdict_names.begin()), std::string(id)};
  if (has_subject(statement.verdict) && birth_generation(id) < 0) {
    throw InputError("\"{}\" is no id of an individual, like \"g3-17\"", shortened(id));
  }
  if (!has_subject(statement.verdict) && !id.empty()) {
    throw InputError("\"{}\" is of all individuals; \"{}\" is too much", verdict, shortened(id));
  }
  return statement;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool says_nothing(std::string_view line) {
  return line.find_first_not_of(" \t\r") == line.find('#');
}

LikesText parse_likes(std::string_view text, const std::string& source) {
  LikesText result;
  int number = 0;
  // The last line of these that says the same.
  const auto erase = [](std::vector<LikesText::Line>& lines, const Statement& statement) {
    const auto same =
        std::ranges::find(lines.rbegin(), lines.rend(), statement, &LikesText::Line::statement);
    if (same != lines.rend()) lines.erase(std::next(same).base());
  };
  for (const std::string& whole : lines_of(text)) {
    ++number;
    std::string_view line = whole;
    const bool taken_back = line.starts_with(left_out);
    if (!taken_back && says_nothing(line)) continue;
    if (taken_back) line.remove_prefix(left_out.size());
    try {
      const Statement statement = statement_in(line);
      if (taken_back) {
        erase(statement.generation == 0 ? result.waiting : result.dated, statement);
      } else if (statement.generation == 0) {
        result.waiting.push_back({statement, number});
      } else {
        erase(result.waiting, {0, statement.verdict, statement.id});
        result.dated.push_back({statement, number});
      }
    } catch (const InputError& error) {
      result.problems.push_back(Message("{}:{}: {}", source, number, error.message()));
    }
  }
  return result;
}

std::vector<Statement> load_likes(const fs::path& file, const Config& config) {
  if (!fs::is_directory(file)) return dated_statements(read_file(file), file.string(), config);
  refuse_deaf(file.string(), config);
  if (!fs::exists(file / log_file)) {
    throw InputError("{}: holds no run (there is no {})", file.string(), log_file);
  }
  return heard_statements(file);
}

std::vector<Statement> dated_statements(std::string_view text, const std::string& source,
                                        const Config& config) {
  refuse_deaf(source, config);
  const LikesText said = parse_likes(text, source);
  if (!said.problems.empty()) throw InputError("{}", said.problems.front());
  if (!said.waiting.empty()) {
    const LikesText::Line& line = said.waiting.front();
    throw InputError("{}:{}: before which generation? for example \"5 {}\"", source, line.line,
                     words_of(line.statement));
  }
  std::vector<Statement> statements;
  for (const auto& [statement, line] : said.dated) {
    if (statement.generation > config.generations) {
      throw InputError("{}:{}: generation {}, but the run has {}", source, line,
                       statement.generation, config.generations);
    }
    statements.push_back(statement);
  }
  return statements;
}

void add_lines(const fs::path& file, const std::string& lines) {
  const std::string there = fs::exists(file) ? read_file(file) : "";
  append_file(file, (there.empty() || there.ends_with('\n') ? "" : "\n") + lines, Flush::to_disk);
}

std::string likes_text(std::span<const Statement> statements) {
  std::string text;
  for (const Statement& statement : statements) {
    if (statement.generation > 0) text += std::to_string(statement.generation) + ' ';
    text += words_of(statement) + '\n';
  }
  return text;
}

std::vector<Judgement> judgements_of(const fs::path& directory, const Config& config,
                                     std::span<const Statement> statements,
                                     const std::function<void(const Message&)>& problem) {
  std::optional<LoggedCandidates> log;
  std::vector<Judgement> judgements;
  for (const Statement& statement : statements) {
    Judgement judgement{statement, {}, {}};
    if (has_subject(statement.verdict)) {
      if (!log) log.emplace(directory, config);
      const Peers* const peers = log->find(statement.id, statement.generation);
      if (peers == nullptr) {
        problem(Message("{}: \"{}\": there is no such individual before generation {}",
                        (directory / likes_file).string(), words_of(statement),
                        statement.generation));
        continue;
      }
      judgement.variance = peers->spread.variance;
      if (const auto& values = peers->values.at(statement.id)) {
        for (std::size_t i = 0; i < values->size(); ++i) {
          judgement.difference[i] = (*values)[i] - peers->spread.mean[i];
        }
      }
    }
    judgements.push_back(std::move(judgement));
  }
  return judgements;
}

std::vector<Statement> heard_statements(const fs::path& directory) {
  std::vector<Statement> heard;
  const std::string file = (directory / log_file).string();
  LineReader in(file);
  while (const auto text = in.next()) {
    if (text->find("\"likes\":[") == std::string::npos) continue;
    Json generation = parse_json(*text, file);
    unseal(generation, file);
    const JsonView view(generation, file);
    for (const JsonView& likes : view.at("likes").items()) {
      for (auto& [statement, line] : parse_likes(likes.text(), "").waiting) {
        statement.generation = view.at("generation").any_int();
        heard.push_back(std::move(statement));
      }
    }
  }
  return heard;
}

Likes likes_of_run(const fs::path& directory, const Config& config) {
  Likes likes;
  if (!fs::exists(directory / log_file)) return likes;
  const auto ignored = [](const Message&) {};
  const std::vector<Statement> heard = heard_statements(directory);
  read_as_written((directory / log_file).string(), [&] {
    for (const Judgement& judgement : judgements_of(directory, config, heard, ignored)) {
      likes.apply(judgement);
    }
  });
  return likes;
}

LikesListener::LikesListener(fs::path directory, const Config& config,
                             std::function<void(const Message&)> problem)
    : directory_(std::move(directory)), config_(config), problem_(std::move(problem)) {}

void LikesListener::tell(const Message& problem) {
  if (problem_ && told_.insert(problem.text()).second) problem_(problem);
}

std::vector<Judgement> LikesListener::before(int generation) {
  const fs::path file = directory_ / likes_file;
  if (!fs::exists(file)) {
    read_ = 0;
    return {};
  }
  const std::string text = read_file(file);
  const LikesText said = parse_likes(text, file.string());
  for (const Message& problem : said.problems) tell(problem);
  const Message why = no_likes_because(config_);
  if (!why.empty()) {
    if (!said.dated.empty() || !said.waiting.empty()) tell(Message("{}: {}", file.string(), why));
    return {};
  }
  std::vector<Statement> due;
  std::string answer;
  for (const auto& [statement, line] : said.dated) {
    if (statement.generation == generation) due.push_back(statement);
    if (statement.generation < generation && read_ >= 0 && line > read_ &&
        !written_.contains(likes_text({&statement, 1}))) {
      tell(
          Message("{}:{}: generation {} is bred already; without a number the statement counts "
                  "from the next one",
                  file.string(), line, statement.generation));
      answer += std::string(left_out) + likes_text({&statement, 1});
    }
  }
  const auto problem = [this](const Message& what) { tell(what); };
  std::vector<Judgement> heard = judgements_of(directory_, config_, due, problem);
  for (const auto& [statement, line] : said.waiting) {
    Statement dated = statement;
    dated.generation = generation;
    std::vector<Judgement> judgement = judgements_of(directory_, config_, {&dated, 1}, problem);
    if (judgement.empty()) {
      answer += std::string(left_out) + likes_text({&statement, 1});
    } else {
      const std::string words = likes_text({&dated, 1});
      written_.insert(words);
      answer += words;
      heard.push_back(std::move(judgement.front()));
    }
  }
  // With a last line that nothing ends yet, it was read, too.
  read_ = static_cast<int>(std::ranges::count(text, '\n')) + (text.ends_with('\n') ? 0 : 1);
  if (answer.empty()) return heard;
  // Written down before it counts, so that a killed run hears it again in the same place.
  if (!text.ends_with('\n')) answer.insert(0, 1, '\n');
  append_file(file, answer, Flush::to_disk);
  return heard;
}

}  // namespace evorisk::ga
