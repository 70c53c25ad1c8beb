#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/utf8.hpp"
#include "ga/run/final.hpp"
#include "risk/agents/external/child_process.hpp"

namespace evorisk::app {

namespace {

std::atomic<bool> signalled{false};
std::atomic<std::int64_t> interrupted_at{0};  // milliseconds of the monotonic clock
static_assert(std::atomic<bool>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "set from a signal handler");

// timeout(1) and batch systems signal a process and then its group: signals this near to the first
// are the same wish.
constexpr std::int64_t one_wish = 500;  // milliseconds

std::int64_t monotonic_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

extern "C" void on_interruption(int /*signal*/) {
  const std::int64_t now = monotonic_milliseconds();
  std::int64_t first = 0;  // none yet
  if (interrupted_at.compare_exchange_strong(first, now)) {
    signalled = true;
  } else if (now - first >= one_wish) {
    risk::ChildProcess::kill_all();
    _exit(static_cast<int>(Exit::interrupted));
  }
}

// Of a command that does not look at interruption(): its files are written whole or not at all.
extern "C" void end_at_once(int /*signal*/) {
  constexpr std::string_view words =
      "interrupted; files that were finished are kept, none is half written\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, words.data(), words.size());
  risk::ChildProcess::kill_all();
  _exit(static_cast<int>(Exit::interrupted));
}

// A hang-up that the caller has ignored (nohup) stays ignored.
void handle_interruptions(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
}

constexpr std::size_t buffer_limit = 1 << 16;

}  // namespace

void end_on_interruption() {
  handle_interruptions(end_at_once);
}

void Context::print(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_limit) {
    flush();
  }
}

void Context::print_json(const nlohmann::ordered_json& value) {
  // Names of files need not be valid UTF-8.
  print(value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  print("\n");
}

Exit Context::result(const nlohmann::ordered_json& value, std::string_view text) {
  if (json) {
    print_json(value);
  } else {
    print(text);
  }
  return Exit::done;
}

void Context::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      const int reason = errno;
      buffer_.clear();  // so that the way out does not fail on it again
      throw SystemError("cannot write to standard output: {}", std::strerror(reason));
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void Context::note(std::string_view line) const {
  if (!quiet) {
    write_to_standard_error(printable(line) + "\n");
  }
}

Exit Context::forfeited(std::int64_t matches) const {
  if (matches == 0) return Exit::done;
  // Also where no notes are wanted: it is why the exit code is not 0.
  write_to_standard_error(printable(ga::forfeits_text(matches).text()) + "\n");
  return Exit::failure;
}

Exit Context::interrupted(std::string_view line) const {
  note(line);
  return Exit::interrupted;
}

Progress::Style Context::progress_style() const {
  return quiet ? Progress::Style::silent : Progress::style_for_standard_error();
}

void Stages::operator()(const std::string& stage, std::int64_t done, std::int64_t total) {
  if (!progress_ || stage != stage_) {
    progress_.emplace(stage, total, unit_, context_.progress_style());
    stage_ = stage;
  }
  progress_->update(done);
}

const std::atomic<bool>& Context::interruption() {
  handle_interruptions(on_interruption);
  return signalled;
}

}  // namespace evorisk::app
