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
    const auto now = std::chrono::steady_clock::now();
    if (std::this_thread::get_id() != thread_) return;
    if (error_ || now - last_ < std::chrono::milliseconds(50)) return;
    last_ = now;
    const py::gil_scoped_acquire acquire;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress_.is_none()) progress_(played, matches_);
    } catch (py::error_already_set& error) {
      error_ = std::move(error);
      stop_ = true;
    }
  }
  // After the play: throws what ended it.
  void finish(bool whole) {
    if (error_) throw py::error_already_set(*error_);
    if (whole && !progress_.is_none()) progress_(matches_, matches_);
  }

 private:
  const py::object& progress_;
  std::int64_t matches_;
  std::thread::id thread_ = std::this_thread::get_id();
  std::atomic<bool> stop_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::optional<py::error_already_set> error_;
};

}  // namespace evorisk::python
