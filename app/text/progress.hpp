// Progress on standard error: a bar with rate and time left on a terminal, a line a minute
// otherwise.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace evorisk::app {

// One line of progress, at most `width` columns: label, bar, done of total, rate, time left, note.
// With total 0 (unknown) there is neither bar nor time left.
std::string progress_line(std::string_view label, std::int64_t done, std::int64_t total,
                          std::string_view unit, double seconds, std::string_view note, int width,
                          bool bar);

// Notes, progress and errors. A failing standard error must not stop the work, so failures are
// ignored.
void write_to_standard_error(std::string_view text);

// "48 s", "3:05", "2:03:05".
std::string duration_text(double seconds);

// The display of one job. update() is cheap (it draws at most ten times a second) and may be called
// from several threads. The destructor ends the display.
class Progress {
 public:
  enum class Style { silent, bar, lines };

  // `total` 0 means unknown.
  Progress(std::string label, std::int64_t total, std::string unit, Style style);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  // `done` in units so far; `note` is a short remark at the end of the line ("best 1.23").
  void update(std::int64_t done, std::string_view note = {});
  // update() as a function, to pass to a computation. It must not outlive the display.
  std::function<void(std::int64_t)> counter() {
    return [this](std::int64_t done) { update(done); };
  }
  // Draws the last state and ends the line. Style `lines` draws nothing for a job shorter than a
  // minute. Later updates show nothing.
  void finish();

  // `bar` on a terminal that can move its cursor, else `lines`.
  static Style style_for_standard_error();

 private:
  using Clock = std::chrono::steady_clock;
  void draw() const;

  const std::string label_;
  const std::int64_t total_;
  const std::string unit_;
  const Style style_;
  const Clock::duration interval_;  // between two drawings
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_draw_;
  std::mutex mutex_;
  std::int64_t done_ = 0;
  std::string note_;
  bool finished_ = false;
};

}  // namespace evorisk::app
