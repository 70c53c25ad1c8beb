#include "app/studio/runs/run_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/utf8.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// The generation in "g12-7"; -1 for anything else.
int birth_of(const std::string& id) {
  int generation = -1;
  if (id.empty() || id[0] != 'g') return -1;
  const auto [end, error] = std::from_chars(id.data() + 1, id.data() + id.size(), generation);
  return error == std::errc() && end != id.data() + id.size() && *end == '-' ? generation : -1;
}

}  // namespace

RunLog::RunLog(std::filesystem::path directory) : file_(directory / ga::log_file) {}

void RunLog::refresh() {
  const std::lock_guard lock(mutex_);
  std::error_code error;
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(file_, error));
  if (error) return;
  if (size < read_) {
    read_ = 0;
    offsets_.clear();
    summaries_.clear();
    births_.clear();
  }
  if (size == read_) return;
  std::ifstream in(file_);
  in.seekg(read_);
  for (std::string line; std::getline(in, line) && !in.eof();) {  // a torn last line has no end
    const std::int64_t offset = read_;
    read_ += static_cast<std::int64_t>(line.size()) + 1;
    take(line, offset);
  }
}

void RunLog::take(const std::string& line, std::int64_t offset) {
  const Json all = json_or_discarded(line);
  if (!all.is_object() || !all.contains("individuals")) return;
  Json summary;
  for (const char* key : {"generation", "best", "fitness", "monitor", "territories"})
    summary[key] = all.at(key);
  const int generation = all.at("generation");
  for (const Json& individual : all.at("individuals")) {
    if (individual.at("id") == all.at("best")) {
      for (const char* key : {"criteria", "genes", "continents", "turns"})
        summary[key] = individual.at(key);
      summary["size"] = individual.at("territories");
    }
    if (individual.at("born") != generation) continue;
    Json birth;
    for (const char* key :
         {"id", "born", "parents", "fitness", "territories", "genes", "mutations"})
      birth[key] = individual.at(key);
    births_[individual.at("id").get<std::string>()] = birth.dump();
  }
  offsets_.push_back(offset);
  summaries_.push_back(summary.dump());
}

int RunLog::generations() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(summaries_.size());
}

Json RunLog::summaries(int from, int most) const {
  const std::lock_guard lock(mutex_);
  Json list = Json::array();
  const auto end = std::min<std::int64_t>(std::int64_t{from} + most, std::ssize(summaries_));
  for (auto i = std::max<std::int64_t>(0, from); i < end; ++i)
    list.push_back(parse_json(summaries_[static_cast<std::size_t>(i)]));
  return list;
}

Json RunLog::generation(int number) const {
  const std::lock_guard lock(mutex_);
  if (number < 0 || number >= std::ssize(offsets_))
    throw InputError("there is no generation {}; {} are written", number, offsets_.size());
  std::ifstream in(file_);
  in.seekg(offsets_[static_cast<std::size_t>(number)]);
  std::string line;
  if (!std::getline(in, line)) throw SystemError("cannot read {}", file_.string());
  return parse_json(line, file_.string());
}

Json RunLog::individual(const std::string& id) const {
  const int born = birth_of(id);
  if (born >= 0 && born < generations()) {
    Json line = generation(born);
    for (Json& individual : line.at("individuals")) {
      if (individual.at("id") == id) return std::move(individual);
    }
  }
  throw InputError("there is no individual \"{}\" in this run", shortened(id));
}

Json RunLog::ancestry(const std::string& id, int depth) const {
  const std::lock_guard lock(mutex_);
  std::set<std::string> seen;
  std::vector<std::string> open{id};
  std::vector<Json> found;
  const int oldest = birth_of(id) - depth;
  while (!open.empty()) {
    const std::string at = open.back();
    open.pop_back();
    const auto birth = births_.find(at);
    if (birth == births_.end() || !seen.insert(at).second) continue;
    Json json = parse_json(birth->second);
    for (const Json& parent : json.at("parents")) {
      auto name = parent.get<std::string>();
      if (birth_of(name) >= oldest) open.push_back(std::move(name));
    }
    found.push_back(std::move(json));
  }
  std::ranges::sort(found, {}, [](const Json& one) {
    return std::pair(one.at("born").get<int>(), one.at("id").get<std::string>());
  });
  return found;
}

}  // namespace evorisk::app
