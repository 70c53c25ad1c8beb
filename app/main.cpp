#include "app/cli/commands.hpp"

int main(int argc, char** argv) {
  return evorisk::app::run_program(std::vector<std::string>(argv + (argc > 0), argv + argc));
}
