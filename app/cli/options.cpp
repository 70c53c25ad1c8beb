#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/cli/parser.hpp"
#include "base/error.hpp"
#include "base/names.hpp"

namespace evorisk::app {

namespace {

template <class Number>
Number parse_number(const std::string& name, const std::string& text, Number lowest,
                    Number highest) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= lowest) ||
      !(value <= highest)) {
    throw InputError("{}: expected {} from {} to {}, found \"{}\"", name,
                     std::is_integral_v<Number> ? "an integer" : "a number", lowest, highest, text);
  }
  return value;
}

}  // namespace

using ReadText = std::function<void(const std::string&)>;

struct Options::Parser {
  struct Positional {
    std::string name;
    bool required;
    bool many;
    CLI::Option* option;
  };

  CLI::App app;
  Context* context = nullptr;
  std::vector<std::string> names;  // "--seed", ..., for suggestions
  std::vector<Positional> positionals;

  // `Value` is a number, or an optional one.
  template <class Value, class Number>
  void add_number(const std::string& name, const std::string& placeholder, Value& value,
                  Number lowest, Number highest, const std::string& help) {
    std::string shown;
    if constexpr (std::is_same_v<Value, Number>) {
      shown = fmt::format("{}", value);
    } else if (value) {
      shown = fmt::format("{}", *value);
    }
    add(name, placeholder, help, [&value, name, lowest, highest](const std::string& text) {
      value = parse_number(name, text, lowest, highest);
    })->default_str(shown);
  }

  // CLI11 hands over every value given, so that a second one can be refused in our own words.
  CLI::Option* add(const std::string& name, const std::string& placeholder, const std::string& help,
                   const ReadText& read) {
    names.push_back(name);
    const auto read_once = [name, read](const std::vector<std::string>& values) {
      if (values.size() > 1) {
        throw InputError("{} is given more than once", name);
      }
      read(values.at(0));
    };
    return app.add_option_function<std::vector<std::string>>(name, read_once, help)
        ->type_name(placeholder)
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
  }
};

namespace {

// The processors this process may run on (fewer than the machine has, in a container).
int available_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) {
    return 1;
  }
  return std::max(1, CPU_COUNT(&set));
}

}  // namespace

void Options::common(std::initializer_list<Common> flags) {
  Context& context = *parser_.context;
  for (const Common flag : flags) {
    switch (flag) {
      case Common::seed:
        parser_.add(
            "--seed", "S", "Seed of every random stream", [&context](const std::string& text) {
              context.seed = static_cast<std::uint64_t>(parse_number(
                  "--seed", text, std::int64_t{0}, std::numeric_limits<std::int64_t>::max()));
            });
        break;
      case Common::threads:
        context.threads = available_processors();
        integer("--threads", context.threads, 1, 1024,
                "Threads to compute with; results do not depend on it");
        break;
      case Common::force:
        this->flag("--force", context.force, "Replace files that exist already");
        break;
    }
  }
}

void Options::argument(const std::string& name, std::string& value, const std::string& help) {
  optional_argument(name, value, help);
  parser_.positionals.back().required = true;
}

void Options::optional_argument(const std::string& name, std::string& value,
                                const std::string& help) {
  CLI::Option* option = parser_.app.add_option(name, value, help)->type_name("");
  parser_.positionals.push_back({name, false, false, option});
}

void Options::arguments(const std::string& name, std::vector<std::string>& values,
                        const std::string& help, int least, int most) {
  const auto read = [&values, name, least, most](const std::vector<std::string>& given) {
    const int count = static_cast<int>(given.size());
    if (count > most) {
      throw InputError("unexpected argument \"{}\"", given[static_cast<std::size_t>(most)]);
    }
    if (count < least) {
      throw InputError("{}: at least {} are needed", name, least);
    }
    values = given;
  };
  CLI::Option* option = parser_.app.add_option_function<std::vector<std::string>>(name, read, help)
                            ->type_name("")
                            ->expected(1, std::numeric_limits<int>::max());
  parser_.positionals.push_back({name, least > 0, true, option});
}

void Options::flag(const std::string& name, bool& value, const std::string& help) {
  parser_.names.push_back(name);
  parser_.app.add_flag(name, value, help)->disable_flag_override();
}

void Options::option(const std::string& name, std::string& value, const std::string& placeholder,
                     const std::string& help) {
  parser_.add(name, placeholder, help, [&value](const std::string& text) { value = text; })
      ->default_str(value);
}

void Options::repeatable(const std::string& name, std::vector<std::string>& values,
                         const std::string& placeholder, const std::string& help) {
  parser_.names.push_back(name);
  parser_.app.add_option(name, values, help)
      ->type_name(placeholder)
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void Options::choice(const std::string& name, std::string& value,
                     std::span<const std::string_view> names, const std::string& help) {
  const std::vector<std::string_view> valid(names.begin(), names.end());
  parser_
      .add(name, fmt::format("{}", fmt::join(valid, "|")), help,
           [&value, valid, name](const std::string& text) {
             if (std::find(valid.begin(), valid.end(), text) == valid.end()) {
               throw InputError("{}: {}", name, unknown_name("value", text, valid));
             }
             value = text;
           })
      ->default_str(value);
}

void Options::integer(const std::string& name, int& value, int lowest, int highest,
                      const std::string& help) {
  parser_.add_number(name, "N", value, lowest, highest, help);
}

void Options::integer(const std::string& name, std::int64_t& value, std::int64_t lowest,
                      std::int64_t highest, const std::string& help) {
  parser_.add_number(name, "N", value, lowest, highest, help);
}

void Options::integer(const std::string& name, std::optional<std::int64_t>& value,
                      std::int64_t lowest, std::int64_t highest, const std::string& help) {
  parser_.add_number(name, "N", value, lowest, highest, help);
}

void Options::number(const std::string& name, double& value, double lowest, double highest,
                     const std::string& help) {
  parser_.add_number(name, "X", value, lowest, highest, help);
}

namespace {

// Refuses unknown options and values for flags before anything else is looked at, so that the
// message is about the slip and not about what follows from it.
void check_names(const std::vector<std::string>& arguments, const Options::Parser& parser) {
  const std::vector<std::string_view> valid(parser.names.begin(), parser.names.end());
  for (const std::string& word : arguments) {
    if (word == "--") {
      return;
    }
    const std::string name = word.substr(0, word.find('='));
    if (name.size() <= 2 || !name.starts_with("--")) {
      continue;
    }
    if (std::find(valid.begin(), valid.end(), name) == valid.end()) {
      throw InputError(unknown_name("option", name, valid));
    }
    if (name != word && parser.app.get_option(name)->get_expected_max() == 0) {
      throw InputError("{} takes no value", name);
    }
  }
}

void check_positionals(const Options::Parser& parser) {
  std::vector<std::string> rest = parser.app.remaining();
  std::erase(rest, "--");  // CLI11 leaves the mark itself there
  if (!rest.empty()) {
    const char* what = rest[0].starts_with('-') ? "unknown option" : "unexpected argument";
    throw InputError("{} \"{}\"", what, rest[0]);
  }
  for (const Options::Parser::Positional& positional : parser.positionals) {
    if (positional.required && positional.option->count() == 0) {
      throw InputError("{} is missing", positional.name);
    }
  }
}

class Formatter final : public CLI::Formatter {
 public:
  Formatter(std::string usage, std::string end) : usage_(std::move(usage)), end_(std::move(end)) {
    column_width(34);
  }
  std::string make_usage(const CLI::App*, std::string) const override { return usage_; }
  std::string make_footer(const CLI::App*) const override { return end_; }

 private:
  std::string usage_;
  std::string end_;
};

std::string usage_line(const std::string& name, const Options::Parser& parser) {
  std::string line = fmt::format("\nUsage: evorisk {}", name);
  for (const Options::Parser::Positional& positional : parser.positionals) {
    const std::string word = positional.name + (positional.many ? "..." : "");
    line += positional.required ? " " + word : " [" + word + "]";
  }
  return line + " [OPTIONS]\n";
}

std::string examples_text(const Command& command) {
  std::string text = "\nExamples:";
  for (const std::string& example : command.examples()) {
    text += fmt::format("\n  {}", example);
  }
  return text;
}

std::string help_text(const CLI::App& app) {
  std::string text = app.help();
  return text.substr(0, text.find_last_not_of('\n') + 1) + "\n";
}

}  // namespace

Parsed parse_command_line(Command& command, const std::vector<std::string>& arguments,
                          Context& context, std::string& help) {
  Options::Parser parser;
  parser.context = &context;
  CLI::App& app = parser.app;
  const std::string details = command.details();
  app.description(command.summary() + "." + (details.empty() ? "" : "\n\n" + details));
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.allow_extras();
  parser.names.emplace_back("--help");
  Options options(parser);
  command.add_options(options);
  options.flag("--json", context.json, "Print the result as one JSON value");
  options.flag("--quiet", context.quiet, "Show neither progress nor notes");
  app.formatter(
      std::make_shared<Formatter>(usage_line(command.name(), parser), examples_text(command)));

  check_names(arguments, parser);
  try {
    // CLI11 takes the words last first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    check_positionals(parser);
  } catch (const CLI::CallForHelp&) {
    help = help_text(app);
    return Parsed::help;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();  // "--out: 1 required TEXT missing"
    throw InputError("{} needs a value", what.substr(0, what.find(':')));
  } catch (const CLI::ParseError& error) {
    throw InputError(error.what());
  }
  return Parsed::run;
}

}  // namespace evorisk::app
