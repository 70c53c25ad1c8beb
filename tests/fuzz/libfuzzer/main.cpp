// The targets under libFuzzer (https://llvm.org/docs/LibFuzzer.html): fuzz --target=NAME CORPUS...;
// with --seeds=DIR it writes inputs that the program itself makes, and ends.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "tests/fuzz/libfuzzer/mutator.hpp"
#include "tests/fuzz/targets.hpp"

using evorisk::fuzz::Target;

namespace {

const Target* chosen = nullptr;  // NOLINT: libFuzzer's functions have no other place for it

// What was thrown, where it was thrown: nothing has caught it.
[[noreturn]] void tell_and_end() {
  try {
    if (const std::exception_ptr problem = std::current_exception()) {
      std::rethrow_exception(problem);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "thrown: %s\n", error.what());
  } catch (...) {
  }
  std::abort();
}

}  // namespace

extern "C" {

std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t largest);

int LLVMFuzzerInitialize(int* count, char*** arguments) {
  std::string name;
  std::string seeds;
  for (int i = 1; i < *count; ++i) {
    const std::string argument = (*arguments)[i];
    if (argument.starts_with("--target=")) name = argument.substr(std::strlen("--target="));
    if (argument.starts_with("--seeds=")) seeds = argument.substr(std::strlen("--seeds="));
  }
  try {
    if (name == "list") {
      for (const Target& target : evorisk::fuzz::targets())
        std::printf("%s\n", std::string(target.name).c_str());
      std::exit(0);
    }
    chosen = &evorisk::fuzz::target(name);
    if (seeds.empty()) {
      chosen->prepare();
      return 0;
    }
    evorisk::fuzz::write_seeds(name, seeds);
    std::exit(0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::exit(2);
  }
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::set_terminate(tell_and_end);  // the program sets its own
  chosen->run({reinterpret_cast<const char*>(data), size});
  return 0;
}

// Half of the changes are of JSON. The first line, which says what reads the rest, stays mostly.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t largest,
                                    unsigned seed) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t kept = 0;
  if (chosen->kinds && seed % 16 != 0)
    kept = std::min(text.find('\n'), size == 0 ? 0 : size - 1) + (size == 0 ? 0 : 1);
  if (seed % 2 == 0) {
    const std::string changed = evorisk::fuzz::mutated_json(text.substr(kept), seed / 2);
    if (changed != text.substr(kept) && kept + changed.size() <= largest) {
      std::memcpy(data + kept, changed.data(), changed.size());
      return kept + changed.size();
    }
  }
  return kept + LLVMFuzzerMutate(data + kept, size - kept, largest - kept);
}

}  // extern "C"
