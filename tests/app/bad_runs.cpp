#include "tests/app/bad_input.hpp"

namespace evorisk::app {

std::vector<BadInput> bad_runs() {
  return {};
}

}  // namespace evorisk::app
