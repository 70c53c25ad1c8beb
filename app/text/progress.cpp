#include "app/text/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace evorisk::app {

namespace {

constexpr auto bar_interval = std::chrono::milliseconds(100);
constexpr auto line_interval = std::chrono::minutes(1);

int terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.2f} M", rate / 1e6);
  if (rate >= 1e4) return fmt::format("{:.1f} k", rate / 1e3);
  return fmt::format("{:.{}f}", rate, rate >= 100 ? 0 : rate >= 10 ? 1 : 2);
}

}  // namespace

void write_to_standard_error(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::clamp(seconds, 0.0, 1e12) + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
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
  if (total > 0 && done >= total) facts += fmt::format(", {} in all", duration_text(seconds));
  if (!note.empty()) facts += fmt::format(", {}", note);
  constexpr int bar_width = 24;
  const int free = width - static_cast<int>(label.size() + facts.size()) - 5;
  std::string line(label);
  if (bar && total > 0 && free >= bar_width) {
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    line += fmt::format(" [{:.<{}}]", std::string(static_cast<std::size_t>(share * bar_width), '#'),
                        bar_width);
  }
  line += fmt::format(" {}", facts);
  return line.substr(0, static_cast<std::size_t>(std::max(0, width)));
}

Progress::Progress(std::string label, std::int64_t total, std::string unit, Style style)
    : label_(std::move(label)),
      total_(total),
      unit_(std::move(unit)),
      style_(style),
      interval_(style == Style::lines ? Clock::duration(line_interval) : bar_interval),
      next_draw_(style == Style::lines ? start_ + line_interval : start_) {}

void Progress::draw() const {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const bool bar = style_ == Style::bar;
  const std::string line = progress_line(label_, done_, total_, unit_, seconds, note_,
                                         bar ? terminal_width() - 1 : 200, bar);
  write_to_standard_error(bar ? "\r" + line + "\x1b[K" : line + "\n");
}

void Progress::update(std::int64_t done, std::string_view note) {
  if (style_ == Style::silent) {
    return;
  }
  const std::lock_guard lock(mutex_);
  done_ = done;
  note_ = note;
  const Clock::time_point now = Clock::now();
  if (finished_ || now < next_draw_) {
    return;
  }
  next_draw_ = now + interval_;
  draw();
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  // Lines come a minute apart; a shorter job prints none.
  const bool shown =
      style_ == Style::bar || (style_ == Style::lines && Clock::now() - start_ >= line_interval);
  if (shown && !finished_) {
    draw();
    if (style_ == Style::bar) write_to_standard_error("\n");
  }
  finished_ = true;
}

Progress::Style Progress::style_for_standard_error() {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return isatty(STDERR_FILENO) != 0 && !dumb ? Style::bar : Style::lines;
}

}  // namespace evorisk::app
