// What a subcommand is, and everything it is given: its options, its output, its interruptions.
// Subcommands include this header only; CLI11 stays behind it, in options.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/progress.hpp"

namespace evorisk::app {

// How the program ends. Scripts stand on these numbers.
enum class Exit : int {
  done = 0,
  failure = 1,        // the system refused, or a fault of ours (SystemError, any other exception)
  usage = 2,          // the command line or an input file is invalid (InputError)
  check_failed = 3,   // the command ran, and what it was asked to check does not hold
  interrupted = 130,  // stopped by SIGINT or SIGTERM, after a checkpoint where there is one
};

// The flags that mean the same wherever they occur. --json and --quiet (and --help) belong to every
// subcommand; a subcommand asks for the others, so that none is accepted and ignored.
enum class Common {
  seed,     // --seed S
  threads,  // --threads T
  force,    // --force
};

// The options of one subcommand. Each call declares one and binds it to a variable, whose value at
// that moment is the default shown by --help; the variable is set before Command::run. Names start
// with "--"; `help` is one line without a final full stop. Numbers are refused outside their
// inclusive bounds; unknown names are refused with the nearest valid one.
class Options {
 public:
  struct Parser;  // keeps CLI11 out of this header
  explicit Options(Parser& parser) : parser_(parser) {}

  void common(std::initializer_list<Common> flags);

  // Positional arguments, in the order of their declaration. `name` is how --help shows them.
  void argument(const std::string& name, std::string& value, const std::string& help);
  void optional_argument(const std::string& name, std::string& value, const std::string& help);
  // From `least` to `most` of them.
  void arguments(const std::string& name, std::vector<std::string>& values, const std::string& help,
                 int least, int most = std::numeric_limits<int>::max());

  void flag(const std::string& name, bool& value, const std::string& help);

  // `placeholder` is how --help shows the value: FILE, NAME, KEY=VALUE.
  void option(const std::string& name, std::string& value, const std::string& placeholder,
              const std::string& help);
  // May be given many times; the values are kept in order.
  void repeatable(const std::string& name, std::vector<std::string>& values,
                  const std::string& placeholder, const std::string& help);
  // One of a list of names.
  void choice(const std::string& name, std::string& value, std::span<const std::string_view> names,
              const std::string& help);

  void integer(const std::string& name, int& value, int lowest, int highest,
               const std::string& help);
  void integer(const std::string& name, std::int64_t& value, std::int64_t lowest,
               std::int64_t highest, const std::string& help);
  // Stays empty when the option is not given.
  void integer(const std::string& name, std::optional<std::int64_t>& value, std::int64_t lowest,
               std::int64_t highest, const std::string& help);
  void number(const std::string& name, double& value, double lowest, double highest,
              const std::string& help);

 private:
  Parser& parser_;
};

// Of commands that simulate or generate, unless --seed is given.
inline constexpr std::uint64_t default_seed = 1;

// What a running subcommand may use of the outside world.
class Context {
 public:
  bool json = false;                  // --json: one JSON value on standard output, nothing else
  bool quiet = false;                 // --quiet: no progress, no notes
  bool force = false;                 // --force: existing files may be replaced
  std::optional<std::uint64_t> seed;  // --seed, if given
  int threads = 1;                    // --threads; by default the processors this process may use

  // Data, to standard output. Buffered. Throws SystemError when it cannot be written.
  void print(std::string_view text);
  void print_json(const nlohmann::ordered_json& value);  // indented, with a newline at its end
  void print(const nlohmann::ordered_json& value,
             std::string_view text);  // the one --json asks for
  void flush();

  // A remark for the person at the terminal: one line on standard error, unless --quiet.
  void note(std::string_view line) const;

  // A progress display on standard error (silent with --quiet). `total` 0 means unknown.
  Progress progress(std::string label, std::int64_t total, std::string unit) const;

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

// One subcommand: a class in app/command_NAME.cpp that nothing else includes, made by a function
// listed in app/cli/commands.cpp. Its members hold its options.
class Command {
 public:
  virtual ~Command() = default;

  // As typed: "evaluate", or "map draw" for the action "draw" of the group "map".
  virtual std::string name() const = 0;
  // One line, a sentence without full stop, for the list of subcommands and the top of --help.
  virtual std::string summary() const = 0;
  // Further paragraphs of --help; may be empty.
  virtual std::string details() const { return {}; }
  // Command lines for the end of --help, at least two. A test runs each through the shell in a
  // directory of its own, one after the other, and expects 0: they must be short (a second or
  // two), stand on files of the map library or on what an earlier example made, and write only
  // below the current directory.
  virtual std::vector<std::string> examples() const = 0;

  virtual void add_options(Options& options) = 0;
  // Throws InputError for invalid input, SystemError for what the system refuses.
  virtual Exit run(Context& context) = 0;
};

// Runs the program with its arguments (without the program's name) and returns its exit code.
// Prints errors as one line "evorisk: error: ..." on standard error; throws nothing.
int run_program(const std::vector<std::string>& arguments);
// The same with other subcommands than the table's.
int run_program(const std::vector<std::string>& arguments,
                const std::vector<std::unique_ptr<Command>>& commands);

}  // namespace evorisk::app
