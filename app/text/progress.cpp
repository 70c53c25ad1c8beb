#include "app/text/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>

namespace evorisk::app {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto bar_interval = std::chrono::milliseconds(100);
constexpr auto line_interval = std::chrono::minutes(1);

int terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  return 80;
}

std::string rate_text(double rate) {
  if (rate >= 1e6) {
    return fmt::format("{:.2f} M", rate / 1e6);
  }
  if (rate >= 1e4) {
    return fmt::format("{:.1f} k", rate / 1e3);
  }
  return fmt::format("{:.{}f}", rate, rate >= 100 ? 0 : rate >= 10 ? 1 : 2);
}

}  // namespace

void write_to_standard_error(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) {
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::clamp(seconds, 0.0, 1e12) + 0.5);
  if (whole < 60) {
    return fmt::format("{} s", whole);
  }
  if (whole < 3600) {
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
  }
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string progress_line(std::string_view label, std::int64_t done, std::int64_t total,
                          std::string_view unit, double seconds, std::string_view note, int width,
                          bool bar) {
  std::string facts =
      total > 0 ? fmt::format("{}/{} {}", done, total, unit) : fmt::format("{} {}", done, unit);
  if (seconds > 0 && done > 0) {
    const double rate = static_cast<double>(done) / seconds;
    facts += fmt::format(", {}/s", rate_text(rate));
    if (done < total) {
      facts += fmt::format(", {} left", duration_text(static_cast<double>(total - done) / rate));
    }
  }
  if (total > 0 && done >= total) {
    facts += fmt::format(", {} in all", duration_text(seconds));
  }
  if (!note.empty()) {
    facts += fmt::format(", {}", note);
  }
  constexpr int bar_width = 24;
  const int free = width - static_cast<int>(label.size() + facts.size()) - 5;
  std::string line(label);
  if (bar && total > 0 && free >= bar_width) {
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const auto filled = static_cast<std::size_t>(share * bar_width);
    line += fmt::format(" [{}{}]", std::string(filled, '#'), std::string(bar_width - filled, '.'));
  }
  line += fmt::format(" {}", facts);
  if (static_cast<int>(line.size()) > width) {
    line.resize(static_cast<std::size_t>(std::max(0, width)));
  }
  return line;
}

struct Progress::State {
  std::string label;
  std::int64_t total;
  std::string unit;
  Style style;
  Clock::time_point start = Clock::now();
  Clock::time_point next_draw{};
  std::mutex mutex;
  std::int64_t done = 0;
  std::string note;
  bool finished = false;

  void draw() {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (style == Style::bar) {
      const std::string line =
          progress_line(label, done, total, unit, seconds, note, terminal_width() - 1, true);
      write_to_standard_error("\r" + line + "\x1b[K");
    } else if (style == Style::lines) {
      write_to_standard_error(progress_line(label, done, total, unit, seconds, note, 200, false) +
                              "\n");
    }
  }
};

Progress::Progress(std::string label, std::int64_t total, std::string unit, Style style)
    : state_(std::make_unique<State>()) {
  state_->label = std::move(label);
  state_->total = total;
  state_->unit = std::move(unit);
  state_->style = style;
  state_->next_draw = style == Style::lines ? state_->start + line_interval : state_->start;
}

Progress::Progress(Progress&&) noexcept = default;

Progress::~Progress() {
  if (state_) {
    finish();
  }
}

void Progress::update(std::int64_t done, std::string_view note) {
  if (state_->style == Style::silent) {
    return;
  }
  const std::lock_guard lock(state_->mutex);
  state_->done = done;
  state_->note = note;
  const Clock::time_point now = Clock::now();
  if (state_->finished || now < state_->next_draw) {
    return;
  }
  state_->next_draw = now + (state_->style == Style::bar ? Clock::duration(bar_interval)
                                                         : Clock::duration(line_interval));
  state_->draw();
}

void Progress::finish() {
  if (state_->style == Style::silent) {
    return;
  }
  const std::lock_guard lock(state_->mutex);
  if (state_->finished) {
    return;
  }
  state_->finished = true;
  // Lines come a minute apart; a shorter job prints none.
  if (state_->style == Style::lines && Clock::now() - state_->start < line_interval) {
    return;
  }
  state_->draw();
  if (state_->style == Style::bar) {
    write_to_standard_error("\n");
  }
}

Progress::Style Progress::style_for_standard_error() {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return isatty(STDERR_FILENO) != 0 && !dumb ? Style::bar : Style::lines;
}

}  // namespace evorisk::app
