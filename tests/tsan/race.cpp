// A race between the threads of a parallel region, of the kind that ThreadSanitizer is run for. A
// test expects its report: a suppression that hid it would hide ours.
#include <cstdio>

namespace {

__attribute__((noinline)) void count(long& total) {
  ++total;
}

}  // namespace

int main() {
  long total = 0;
  // Time and again: threads that happen to run one after the other, with a lock of the runtime's
  // between them, look as if they were in order.
  for (int i = 0; i < 200; ++i) {
#pragma omp parallel for num_threads(4) schedule(static)
    for (int j = 0; j < 4000; ++j) count(total);
  }
  std::printf("%ld\n", total);
}
