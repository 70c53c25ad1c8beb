#include "ga/each_of.hpp"

#include <exception>

namespace evorisk::ga {

namespace {

bool is_for_one(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work) {
  if (threads > 1 && count > 1) return false;
  for (std::int64_t i = 0; i < count; ++i) work(i);
  return true;
}

// What several threads do, and what one of them threw.
class Guarded {
 public:
  explicit Guarded(const std::function<void(std::int64_t)>& work) : work_(work) {}
  void operator()(std::int64_t i) {
    try {
      work_(i);
    } catch (...) {
#pragma omp critical(evorisk_each_of)
      problem_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (problem_) std::rethrow_exception(problem_);
  }

 private:
  const std::function<void(std::int64_t)>& work_;
  std::exception_ptr problem_;
};

}  // namespace

void each_of(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work) {
  if (is_for_one(count, threads, work)) return;
  Guarded guarded(work);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::int64_t i = 0; i < count; ++i) guarded(i);
  guarded.rethrow();
}

void each_of_alike(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work) {
  if (is_for_one(count, threads, work)) return;
  Guarded guarded(work);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::int64_t i = 0; i < count; ++i) guarded(i);
  guarded.rethrow();
}

}  // namespace evorisk::ga
