// Requests to the studio, one after another, over a folder with a run, a shortlist, a sweep,
// variants and matches. A request is a line "GET /api/run?id=run" or "POST /api/evaluate", and the
// lines after it, its body. Whatever is asked is answered, by no fault of the program's (status
// 500) and soon once the studio ends, as it does here after a while.
#include "app/studio/studio.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "app/cli/commands.hpp"
#include "base/files.hpp"
#include "risk/rules/variant.hpp"
#include "tests/fuzz/targets.hpp"

namespace evorisk::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr auto patience = std::chrono::milliseconds(300);
constexpr std::size_t most_requests = 8;

const fs::path& whole_folder() {
  static const fs::path directory = [] {
    fs::path whole = work_directory() / "studio";
    for (const char* name : {"maps", "variants", "play"}) make_directory(whole / name);
    const auto run = [&](std::vector<std::string> words) {
      require(app::run_program(words) == 0, "a file that cannot be made");
    };
    run({"evolve", "thesis", "--quiet", "--set", "generations=2", "--set", "population=4", "--set",
         "tournament=2", "--set", "matches=5", "--set", "monitor_matches=0", "--set",
         "final.matches=5", "--out", whole / "run"});
    for (const auto& name : {"report.html", "best.svg", "checkpoint.json"})
      fs::remove(whole / "run" / name);
    run({"simulate", "cycle-4", "--seed", "3", "--record", whole / "play/m.jsonl"});
    run({"map", "convert", "cycle-4", "--to", "domination", "--out", whole / "maps/m.map"});
    return whole;
  }();
  return directory;
}

// "%41" and "+" of a query.
std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      plain +=
          static_cast<char>(std::strtol(std::string(text.substr(i + 1, 2)).c_str(), nullptr, 16));
      i += 2;
    } else {
      plain += text[i] == '+' ? ' ' : text[i];
    }
  }
  return plain;
}

app::Request request_of(std::string_view line) {
  app::Request request;
  request.method = line.substr(0, line.find(' '));
  line.remove_prefix(request.method.size() + 1);
  const std::size_t question = std::min(line.find('?'), line.size());
  request.path = line.substr(0, question);
  line.remove_prefix(std::min(question + 1, line.size()));
  while (!line.empty()) {
    const std::string_view part = line.substr(0, line.find('&'));
    line.remove_prefix(std::min(part.size() + 1, line.size()));
    const std::size_t equals = std::min(part.find('='), part.size());
    request.query[decoded(part.substr(0, equals))] =
        decoded(part.substr(std::min(equals + 1, part.size())));
  }
  request.headers = {{"host", "127.0.0.1:4000"}, {"content-type", "application/json"}};
  if (request.query.contains("pt")) request.headers["accept-language"] = "pt-BR";
  return request;
}

std::vector<app::Request> requests_of(std::string_view input) {
  std::vector<app::Request> requests;
  while (!input.empty()) {
    const auto [line, rest] = first_line(input);
    input = rest;
    if (line.starts_with("GET /") || line.starts_with("POST /")) {
      if (requests.size() == most_requests) break;
      requests.push_back(request_of(line));
    } else if (!requests.empty()) {
      requests.back().body += line;
    }
  }
  return requests;
}

// Ends the studio after a while.
class Ender {
 public:
  explicit Ender(app::Studio& studio)
      : thread_([this, &studio] {
          std::unique_lock lock(mutex_);
          if (!done_.wait_for(lock, patience, [this] { return is_done_; })) studio.stop();
        }) {}
  ~Ender() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    done_.notify_one();
    thread_.join();
  }
  Ender(const Ender&) = delete;
  Ender& operator=(const Ender&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::thread thread_;
};

}  // namespace

void prepare_studio() {
  whole_folder();
}

void fuzz_studio(std::string_view input) {
  const std::vector<app::Request> requests = requests_of(input);
  if (requests.empty()) return;
  const fs::path folder = work_directory() / "folder";
  copy_folder(whole_folder(), folder);
  app::Studio studio({.directory = folder.string(), .threads = 1, .program = "/bin/true"});
  studio.guard = {.port = 4000};
  const Ender ender(studio);
  for (const app::Request& request : requests) {
    const app::Response response = studio.answer(request);
    const bool ends = response.body.find("the studio is ending") != std::string::npos;
    require(response.status < 500 || ends, (request.path + ": " + response.body).c_str());
  }
}

}  // namespace evorisk::fuzz
