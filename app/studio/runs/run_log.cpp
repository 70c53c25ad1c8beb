#include "app/studio/runs/run_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"
#include "base/utf8.hpp"
#include "ga/evaluation/likes.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

RunLog::RunLog(std::filesystem::path directory) : file_(directory / ga::log_file) {}

void RunLog::refresh() {
  const std::lock_guard lock(mutex_);
  std::error_code error;
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(file_, error));
  if (error || size == read_) return;
  // Of a run that was begun anew, the log may be longer already.
  if (!offsets_.empty() &&
      text_hash(LineReader(file_, offsets_.back()).next().value_or("")) != last_) {
    read_ = 0;
    offsets_.clear();
    summaries_.clear();
  }
  LineReader in(file_, read_);
  while (const auto line = in.next()) {
    take(*line, read_);  // throws every time for what is no line
    read_ = in.place();
  }
}

namespace {

Json summary_of(const Json& line) {
  Json summary;
  for (const char* key : {"generation", "best", "fitness", "monitor", "territories"}) {
    summary[key] = line.at(key);
  }
  for (const Json& individual : line.at("individuals")) {
    if (individual.at("id") != line.at("best")) continue;
    for (const char* key : {"criteria", "genes", "continents", "turns"}) {
      summary[key] = individual.at(key);
    }
    summary["size"] = individual.at("territories");
    if (!individual.contains("judges")) continue;
    for (const Json& judge : individual.at("judges"))
      summary["judges"].push_back({{"turns", judge.at("turns")}});
  }
  return summary;
}

}  // namespace

void RunLog::take(std::string_view text, std::int64_t offset) {
  constexpr std::size_t most_in_memory = 2000;
  const std::string source = fmt::format("{}, generation {}", file_.string(), offsets_.size());
  Json line = parse_json(text, source);
  unseal(line, source);
  read_as_written(source, [&] { summaries_.push_back(summary_of(line).dump()); });
  offsets_.push_back(offset);
  last_ = text_hash(text);
  if (summaries_.size() > most_in_memory) summaries_.pop_front();
}

Json RunLog::line(int number) const {
  LineReader in(file_, offsets_[static_cast<std::size_t>(number)]);
  return parse_json(in.next().value_or(""), file_.string());
}

int RunLog::generations() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(offsets_.size());
}

Json RunLog::summaries(int from, int most) const {
  const std::lock_guard lock(mutex_);
  Json list = Json::array();
  const auto end = std::min<std::int64_t>(std::int64_t{from} + most, std::ssize(offsets_));
  const auto in_memory = std::ssize(offsets_) - std::ssize(summaries_);
  for (auto i = std::max<std::int64_t>(0, from); i < end; ++i) {
    list.push_back(
        i < in_memory ? summary_of(line(static_cast<int>(i)))
                      : parse_json(summaries_[static_cast<std::size_t>(i - in_memory)], "summary"));
  }
  return list;
}

Json RunLog::generation(int number) const {
  const std::lock_guard lock(mutex_);
  if (number < 0 || number >= std::ssize(offsets_))
    throw InputError("there is no generation {}; {} are written", number, offsets_.size());
  return line(number);
}

Json RunLog::individual(const std::string& id) const {
  const int born = ga::birth_generation(id);
  if (born >= 0 && born < generations()) {
    Json line = generation(born);
    for (Json& individual : line.at("individuals")) {
      if (individual.at("id") == id) return std::move(individual);  // take() has seen it
    }
  }
  throw InputError("there is no individual \"{}\" in this run", shortened(id));
}

Json RunLog::ancestry(const std::string& id, int depth) const {
  const std::lock_guard lock(mutex_);
  const int born = ga::birth_generation(id);
  std::set<std::string> wanted{id};
  std::vector<Json> found;
  read_as_written(file_.string(), [&] {
    for (int g = std::min(born, static_cast<int>(std::ssize(offsets_)) - 1);
         g >= std::max(0, born - depth); --g) {
      const Json generation = line(g);
      for (const Json& individual : generation.at("individuals")) {
        if (individual.at("born") != g || !wanted.contains(individual.at("id"))) continue;
        Json& json = found.emplace_back();
        for (const char* key :
             {"id", "born", "parents", "fitness", "territories", "genes", "mutations"}) {
          json[key] = individual.at(key);
        }
        for (const Json& parent : json.at("parents")) wanted.insert(parent);
      }
    }
    std::ranges::sort(found, {}, [](const Json& one) {
      return std::pair(one.at("born").get<int>(), one.at("id").get<std::string>());
    });
  });
  return found;
}

}  // namespace evorisk::app
