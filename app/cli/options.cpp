#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/split.hpp>

#include "app/cli/commands.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "base/reading/number_in.hpp"
#include "base/utf8.hpp"

namespace evorisk::app {

namespace {

// Reads numbers within inclusive bounds.
template <class Number>
auto number_reader(const std::string& name, Number lowest, Number highest) {
  return [=](const std::string& text) {
    const auto value = number_in<Number>(text);
    if (!value || !(*value >= lowest) || !(*value <= highest)) {
      throw InputError("{}: expected {} from {} to {}, found \"{}\"", name,
                       std::is_integral_v<Number> ? "an integer" : "a number", lowest, highest,
                       text);
    }
    return *value;
  };
}

const auto seed_reader =
    number_reader<std::int64_t>("--seed", 0, std::numeric_limits<std::int64_t>::max());

}  // namespace

struct Options::Parser {
  struct Positional {
    std::string name;
    bool required;
    bool many;
    CLI::Option* option;
  };

  CLI::App app;
  CommandText text;
  std::vector<std::string> names = {"--help"};  // of options, for suggestions
  std::vector<Positional> positionals;
  std::vector<std::shared_ptr<void>> values;

  template <class Value>
  Value& keep(Value value) {
    const auto kept = std::make_shared<Value>(std::move(value));
    values.push_back(kept);
    return *kept;
  }

  void add_values(const std::string& name, const std::string& placeholder,
                  const std::function<void(const std::vector<std::string>&)>& read,
                  const std::string& shown = {}) {
    names.push_back(name);
    app.add_option_function(name, read, text.options.at(name))
        ->type_name(placeholder)
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all()
        ->default_str(shown);
  }

  // CLI11 hands over every value given, so that a second one can be refused in our own words.
  template <class Value, class Read>
  Value& add(const std::string& name, const std::string& placeholder, Value initial, Read read,
             const std::string& shown = {}) {
    Value& value = keep(std::move(initial));
    const auto read_once = [name, read, &value](const std::vector<std::string>& given) {
      if (given.size() > 1) {
        throw InputError("{} is given more than once", name);
      }
      value = static_cast<Value>(read(given.at(0)));
    };
    add_values(name, placeholder, read_once, shown);
    return value;
  }

  std::string& add_argument(const std::string& name, bool required, const std::string& initial) {
    std::string& value = keep(initial);
    CLI::Option* option = app.add_option(name, value, text.options.at(name))->type_name("");
    positionals.push_back({name, required, false, option});
    return value;
  }
};

std::string& Options::argument(const std::string& name) {
  return parser_->add_argument(name, true, {});
}

std::string& Options::optional_argument(const std::string& name, const std::string& value) {
  return parser_->add_argument(name, false, value);
}

std::vector<std::string>& Options::arguments(const std::string& name, int least, int most) {
  auto& values = parser_->keep(std::vector<std::string>());
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
  CLI::Option* option =
      parser_->app
          .add_option_function<std::vector<std::string>>(name, read, parser_->text.options.at(name))
          ->type_name("")
          ->expected(1, std::numeric_limits<int>::max());
  parser_->positionals.push_back({name, least > 0, true, option});
  return values;
}

void Options::explain(const std::string& name, const std::string& text) {
  parser_->text.options.emplace(name, text);
}

bool& Options::flag(const std::string& name) {
  bool& value = parser_->keep(false);
  parser_->names.push_back(name);
  parser_->app.add_flag(name, value, parser_->text.options.at(name))->disable_flag_override();
  return value;
}

std::string& Options::option(const std::string& name, const std::string& placeholder,
                             const std::string& value) {
  const auto read = [name](const std::string& text) {
    if (text.empty()) throw InputError("{}: the value is empty", name);
    return text;
  };
  return parser_->add(name, placeholder, value, read, value);
}

std::vector<std::string>& Options::repeatable(const std::string& name,
                                              const std::string& placeholder) {
  auto& values = parser_->keep(std::vector<std::string>());
  parser_->add_values(name, placeholder,
                      [&values](const std::vector<std::string>& given) { values = given; });
  return values;
}

std::string& Options::choice(const std::string& name, std::span<const std::string_view> names,
                             const std::string& value) {
  const std::vector<std::string_view> valid(names.begin(), names.end());
  const auto read = [valid, name](const std::string& text) {
    if (std::ranges::find(valid, text) == valid.end()) {
      throw InputError("{}: {}", name, unknown_name("value", text, valid));
    }
    return text;
  };
  return parser_->add(name, fmt::format("{}", fmt::join(valid, "|")), value, read, value);
}

int& Options::integer(const std::string& name, int value, int lowest, int highest) {
  const auto read = number_reader(name, lowest, highest);
  return parser_->add(name, "N", value, read, fmt::format("{}", value));
}

std::int64_t& Options::long_integer(const std::string& name, std::int64_t value,
                                    std::int64_t lowest, std::int64_t highest) {
  const auto read = number_reader(name, lowest, highest);
  return parser_->add(name, "N", value, read, fmt::format("{}", value));
}

double& Options::number(const std::string& name, double value, double lowest, double highest) {
  const auto read = number_reader(name, lowest, highest);
  return parser_->add(name, "X", value, read, fmt::format("{}", value));
}

std::optional<std::int64_t>& Options::optional_integer(const std::string& name, std::int64_t lowest,
                                                       std::int64_t highest) {
  const auto read = number_reader(name, lowest, highest);
  return parser_->add(name, "N", std::optional<std::int64_t>(), read);
}

std::optional<double>& Options::optional_number(const std::string& name, double lowest,
                                                double highest) {
  const auto read = number_reader(name, lowest, highest);
  return parser_->add(name, "X", std::optional<double>(), read);
}

std::uint64_t& Options::seed() {
  return parser_->add("--seed", "S", std::uint64_t{1}, seed_reader);
}

std::optional<std::uint64_t>& Options::given_seed() {
  return parser_->add("--seed", "S", std::optional<std::uint64_t>(), seed_reader);
}

int& Options::threads() {
  // Those this process may run on: fewer than the machine has, in a container.
  return integer("--threads", omp_get_num_procs(), 1, 1024);
}

bool& Options::force() {
  return flag("--force");
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
    if (std::ranges::find(valid, name) == valid.end()) {
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
  explicit Formatter(std::string usage) : usage_(std::move(usage)) { column_width(34); }
  std::string make_usage(const CLI::App*, std::string) const override { return usage_; }

 private:
  std::string usage_;
};

std::string usage_line(std::string_view name, const Options::Parser& parser) {
  std::string line = fmt::format("\nUsage: evorisk {}", name);
  for (const Options::Parser::Positional& positional : parser.positionals) {
    const std::string word = positional.name + (positional.many ? "..." : "");
    line += positional.required ? " " + word : " [" + word + "]";
  }
  return line + " [OPTIONS]\n";
}

// Puts what is known only at run time in the place that commands.json leaves for it.
std::string with_listed(std::string text, const Command& command) {
  constexpr std::string_view listed = "{names}";
  if (const std::size_t at = text.find(listed); at != std::string::npos) {
    text.replace(at, listed.size(), command.listed());
  }
  return text;
}

std::string help_text(const CLI::App& app, const Command& command) {
  const std::string text = with_listed(app.help(), command);
  // Examples are copied: each keeps its line.
  const std::size_t examples = text.find("\nExamples:\n");
  const std::size_t end = text.find_last_not_of('\n') + 1;
  return folded(text.substr(0, examples), help_width) + text.substr(examples, end - examples) +
         "\n";
}

// A command with all its options declared, none of them read.
struct Declared {
  std::shared_ptr<Options::Parser> parser;
  std::unique_ptr<Command> command;
  const bool& json;
  const bool& quiet;
};

Declared declared(const CommandRow& row, const CommandText& text) {
  const auto parser = std::make_shared<Options::Parser>();
  parser->text = text;
  CLI::App& app = parser->app;
  app.description(text.summary + "." + (text.details.empty() ? "" : "\n\n" + text.details));
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.footer(fmt::format("\nExamples:\n  {}", fmt::join(text.examples, "\n  ")));
  app.allow_extras();
  Options options(parser);
  std::unique_ptr<Command> command = row.make(options);
  const bool& json = options.flag("--json");
  const bool& quiet = options.flag("--quiet");
  app.formatter(std::make_shared<Formatter>(usage_line(row.name, *parser)));
  return {parser, std::move(command), json, quiet};
}

}  // namespace

std::unique_ptr<Command> parse_command_line(const CommandRow& row, const CommandText& text,
                                            const std::vector<std::string>& arguments,
                                            Context& context, std::string& help) {
  Declared all = declared(row, text);
  CLI::App& app = all.parser->app;
  check_names(arguments, *all.parser);
  try {
    // CLI11 takes the words last first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    check_positionals(*all.parser);
  } catch (const CLI::CallForHelp&) {
    help = help_text(app, *all.command);
    return nullptr;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();  // "--out: 1 required TEXT missing"
    throw InputError("{} needs a value", what.substr(0, what.find(':')));
  } catch (const CLI::ParseError& error) {
    throw InputError(error.what());
  }
  context.json = all.json;
  context.quiet = context.quiet || all.quiet;
  return std::move(all.command);
}

CommandOptions command_options(const CommandRow& row, const CommandText& text) {
  const Declared all = declared(row, text);
  const std::string usage = usage_line(row.name, *all.parser);
  CommandOptions options{usage.substr(std::string_view("\nUsage: ").size()),
                         with_listed(text.details, *all.command),
                         {}};
  options.usage.pop_back();
  for (const CLI::Option* option : all.parser->app.get_options()) {
    const std::string placeholder = option->get_expected_max() == 0 ? "" : option->get_type_name();
    options.rows.push_back({option->get_name(false, true), placeholder,
                            with_listed(option->get_description(), *all.command),
                            option->get_default_str(), option->get_positional()});
  }
  return options;
}

bool is_named(std::string_view file, std::string_view ending) {
  return boost::algorithm::iends_with(file, ending);
}

std::vector<std::string> comma_separated(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  const std::string text = fmt::format("{}", fmt::join(texts, ","));
  if (!texts.empty()) boost::split(parts, text, boost::is_any_of(","));
  return parts;
}

std::vector<std::int64_t> match_counts(const std::string& option,
                                       const std::vector<std::string>& texts, std::int64_t least) {
  constexpr std::int64_t most = 999'999'999'999'999;
  std::vector<std::int64_t> counts;
  for (const std::string& word : comma_separated(texts)) {
    const auto count = number_in<std::int64_t>(word);
    if (!count || *count < least || *count > most) {
      throw InputError("{}: expected numbers of matches from {} on, found \"{}\"", option, least,
                       word);
    }
    counts.push_back(*count);
  }
  return counts;
}

}  // namespace evorisk::app
