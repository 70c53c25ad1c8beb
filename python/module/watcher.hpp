// What goes on between Python and a computation that takes long.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "python/module/module.hpp"

namespace evorisk::python {

// Tells Python of progress, and hears control-C: both only on the thread that made it.
class Watcher {
 public:
  // `progress` is a function of (matches played, matches to play), or None; it must stay there.
  Watcher(const py::object& progress, std::int64_t matches)
      : progress_(progress), matches_(matches) {}

  const std::atomic<bool>* stop() const { return &stop_; }
  // May be called on any thread, by one at a time, without the GIL.
  void update(std::int64_t played) {
    ask(told_, [&] {
      if (!progress_.is_none()) progress_(played, matches_);
    });
  }
  // Hears control-C alone. May be called on all threads at once, without the GIL.
  void listen() {
    ask(heard_, [] {});
  }
  // After the play: throws what ended it.
  void finish(bool whole) {
    if (error_) throw py::error_already_set(*error_);
    if (whole && !progress_.is_none()) progress_(matches_, matches_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  // At most every 50 ms since `last`, which it sets.
  template <class F>
  void ask(Clock::time_point& last, F and_tell) {
    if (std::this_thread::get_id() != thread_) return;
    const auto now = Clock::now();
    if (error_ || now - last < std::chrono::milliseconds(50)) return;
    last = now;
    const py::gil_scoped_acquire acquire;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      and_tell();
    } catch (py::error_already_set& error) {
      error_ = std::move(error);
      stop_ = true;
    }
  }

  const py::object& progress_;
  std::int64_t matches_;
  std::thread::id thread_ = std::this_thread::get_id();
  std::atomic<bool> stop_ = false;
  Clock::time_point told_ = Clock::now();
  Clock::time_point heard_ = told_;
  std::optional<py::error_already_set> error_;
};

}  // namespace evorisk::python
