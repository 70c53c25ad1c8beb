// What a subcommand is, and everything it is given: its options, its output, its interruptions.
// Subcommands include this header only; CLI11 stays behind it, in options.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/progress.hpp"

namespace evorisk {
class Communicator;
}  // namespace evorisk

namespace evorisk::app {

// How the program ends. Scripts stand on these numbers.
enum class Exit : int {
  done = 0,
  failure = 1,        // the system refused, or a fault of ours (SystemError, any other exception)
  usage = 2,          // the command line or an input file is invalid (InputError)
  check_failed = 3,   // the command ran, and what it was asked to check does not hold
  interrupted = 130,  // stopped by SIGINT or SIGTERM, after a checkpoint where there is one
};

// The options of one subcommand. Each call declares one, and gives the place where its value will
// be: the default until the command line is read, which is before Command::run. What --help says of
// an option stands in app/text/commands.json. Names start with "--"; values are refused outside
// their inclusive bounds, unknown names with the nearest valid one. --json, --quiet and --help
// belong to every subcommand.
class Options {
 public:
  struct Parser;  // keeps CLI11 out of this header
  explicit Options(std::shared_ptr<Parser> parser) : parser_(std::move(parser)) {}

  // Positional arguments, in the order of their declaration. `name` is how --help shows them.
  std::string& argument(const std::string& name);
  std::string& optional_argument(const std::string& name, const std::string& value = {});
  // From `least` to `most` of them.
  std::vector<std::string>& arguments(const std::string& name, int least,
                                      int most = std::numeric_limits<int>::max());

  bool& flag(const std::string& name);
  // `placeholder` is how --help shows the value: FILE, NAME, KEY=VALUE.
  std::string& option(const std::string& name, const std::string& placeholder,
                      const std::string& value = {});
  // May be given many times; the values are kept in order.
  std::vector<std::string>& repeatable(const std::string& name, const std::string& placeholder);
  // One of a list of names.
  std::string& choice(const std::string& name, std::span<const std::string_view> names,
                      const std::string& value = {});
  int& integer(const std::string& name, int value, int lowest, int highest);
  std::int64_t& long_integer(const std::string& name, std::int64_t value, std::int64_t lowest,
                             std::int64_t highest);
  double& number(const std::string& name, double value, double lowest, double highest);
  // Stays empty when the option is not given.
  std::optional<std::int64_t>& optional_integer(const std::string& name, std::int64_t lowest,
                                                std::int64_t highest);

  // --seed S of all that simulates or generates; 1, or empty, when it is not given.
  std::uint64_t& seed();
  std::optional<std::uint64_t>& given_seed();
  int& threads();  // --threads T; by default the processors that this process may use
  bool& force();   // --force: existing files may be replaced

 protected:
  std::shared_ptr<Parser> parser_;
};

// What a running subcommand may use of the outside world.
class Context {
 public:
  bool json = false;                     // --json: one JSON value on standard output, nothing else
  bool quiet = false;                    // --quiet: no progress, no notes
  Communicator* communicator = nullptr;  // with the other processes of the same evolution

  // Data, to standard output. Buffered. Throws SystemError when it cannot be written.
  void print(std::string_view text);
  void print_json(const nlohmann::ordered_json& value);  // indented, with a newline at its end
  // The result of a command, in the form that --json asks for. It is done with it.
  Exit result(const nlohmann::ordered_json& value, std::string_view text);
  void flush();

  // A remark for the person at the terminal: one line on standard error, unless --quiet.
  void note(std::string_view line) const;
  // Notes that a command was interrupted, and what that means: how it ends.
  Exit interrupted(std::string_view line) const;

  // A progress display on standard error (silent with --quiet).
  Progress::Style progress_style() const;
  Progress progress(std::string label, std::int64_t total, std::string unit) const {
    return {std::move(label), total, std::move(unit), progress_style()};
  }

  // From the first call on, SIGINT and SIGTERM set the flag instead of ending the program (a second
  // one, half a second or more after the first, ends it at once, with code 130). The caller
  // looks at the flag at least every second, stops cleanly and returns Exit::interrupted.
  const std::atomic<bool>& interruption();

 private:
  std::string buffer_;
};

// The displays of a job in stages: the first update of a stage ends the display of the one before.
class Stages {
 public:
  Stages(const Context& context, std::string unit) : context_(context), unit_(std::move(unit)) {}

  void operator()(const std::string& stage, std::int64_t done, std::int64_t total);
  void finish() { progress_.reset(); }

 private:
  const Context& context_;
  std::string unit_;
  std::string stage_;
  std::optional<Progress> progress_;
};

// The parts of texts between commas.
std::vector<std::string> comma_separated(const std::vector<std::string>& texts);

// One subcommand: a class in app/cli/command_NAME.cpp that nothing else includes; it is used by
// these functions alone. Its members are its options, in the order of --help.
class Command : protected Options {
 public:
  explicit Command(const Options& options) : Options(options) {}
  virtual ~Command() = default;

  // What stands for {names} in its help: names that are known when the program runs.
  virtual std::string listed() const { return {}; }
  // Throws InputError for invalid input, SystemError for what the system refuses.
  virtual Exit run(Context& context) = 0;
};

// A row of the table of subcommands.
struct CommandRow {
  std::string_view name;  // "evaluate", or "map draw" for the action "draw" of the group "map"
  std::unique_ptr<Command> (*make)(const Options& options);
};

template <class Kind>
std::unique_ptr<Command> make(const Options& options) {
  return std::make_unique<Kind>(options);
}

}  // namespace evorisk::app
