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

// The exit codes of the program. Scripts depend on these numbers.
enum class Exit : int {
  done = 0,
  failure = 1,        // SystemError, or any other exception: a fault of the program
  usage = 2,          // the command line or an input file is invalid (InputError)
  check_failed = 3,   // the command ran, but its check failed
  interrupted = 130,  // stopped by SIGINT, SIGTERM or SIGHUP, after a checkpoint where there is one
};

// The options of one subcommand. Each call declares one option and returns a reference to its
// value. The value is the default until the command line is read, which happens before
// Command::run. The help texts are in app/text/commands.json. Names start with "--". Values outside
// their inclusive bounds are refused; for unknown names the error gives the nearest valid one.
// Every subcommand has --json, --quiet and --help.
class Options {
 public:
  struct Parser;  // keeps CLI11 out of this header
  explicit Options(std::shared_ptr<Parser> parser) : parser_(std::move(parser)) {}

  // Positional arguments, in the order of their declaration. `name` is how --help shows them.
  std::string& argument(const std::string& name);
  std::string& optional_argument(const std::string& name, const std::string& value = {});
  // From `least` to `most` positional arguments.
  std::vector<std::string>& arguments(const std::string& name, int least,
                                      int most = std::numeric_limits<int>::max());

  // The help text of an option that is declared after this, where commands.json has none of it.
  void explain(const std::string& name, const std::string& text);

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
  std::optional<double>& optional_number(const std::string& name, double lowest, double highest);

  // --seed S of all that simulates or generates; 1, or empty, when it is not given.
  std::uint64_t& seed();
  std::optional<std::uint64_t>& given_seed();
  int& threads();  // --threads T; by default the processors that this process may use
  bool& force();   // --force: existing files may be replaced

 protected:
  std::shared_ptr<Parser> parser_;
};

// Whether a file's name has this ending, in capital letters or not.
bool is_named(std::string_view file, std::string_view ending);

// What a running subcommand may use of the outside world.
class Context {
 public:
  bool json = false;                     // --json: one JSON value on standard output, nothing else
  bool quiet = false;                    // --quiet: no progress, no notes
  Communicator* communicator = nullptr;  // connects the processes of one evolution

  // Data, to standard output. Buffered. Throws SystemError when it cannot be written.
  void print(std::string_view text);
  void print_json(const nlohmann::ordered_json& value);  // indented, with a newline at its end
  // Prints the result of a command: `value` with --json, else `text`. Returns Exit::done.
  Exit result(const nlohmann::ordered_json& value, std::string_view text);
  void flush();

  // A remark for the person at the terminal: one line on standard error, unless --quiet.
  void note(std::string_view line) const;
  // Where agents forfeited matches, says so, also with --quiet, and returns Exit::failure.
  Exit forfeited(std::int64_t matches) const;
  // Prints a note that the command was interrupted; returns Exit::interrupted.
  Exit interrupted(std::string_view line) const;

  // A progress display on standard error (silent with --quiet).
  Progress::Style progress_style() const;
  Progress progress(std::string label, std::int64_t total, std::string unit) const {
    return {std::move(label), total, std::move(unit), progress_style()};
  }

  // From the first call on, SIGINT, SIGTERM and SIGHUP set the flag instead of ending the program.
  // A second signal, half a second or more after the first, ends the program at once with code 130.
  // The caller looks at the flag at least every second, stops cleanly and returns
  // Exit::interrupted.
  const std::atomic<bool>& interruption();

 private:
  std::string buffer_;
};

// From now on an interruption ends the program at once, with a word and code 130: that of a command
// that does not call Context::interruption().
void end_on_interruption();

// Progress of a job in stages: the first update of a stage ends the display of the stage before.
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
// The numbers of matches between commas. Throws InputError that names the option.
std::vector<std::int64_t> match_counts(const std::string& option,
                                       const std::vector<std::string>& texts, std::int64_t least);

// One subcommand: a class defined in its own file command_NAME.cpp and used only through these
// functions. Its members are its options, in the order of --help.
class Command : protected Options {
 public:
  explicit Command(const Options& options) : Options(options) {}
  virtual ~Command() = default;

  // The text that replaces {names} in the help: names that are known only at run time.
  virtual std::string listed() const { return {}; }
  // Throws InputError for invalid input, SystemError when a system call fails.
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
