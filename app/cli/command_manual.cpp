// evorisk manual: manual pages and completions for shells, from the tables that --help prints.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/split.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/registry.hpp"
#include "base/version.hpp"
#include "experiments/reproduce/targets.hpp"
#include "experiments/wishes/configurations.hpp"
#include "maps/io.hpp"

namespace evorisk::app {
namespace {

struct Described {
  std::string name;  // "map draw"
  CommandText text;
  CommandOptions options;
};

std::vector<Described> described_commands() {
  std::vector<Described> all;
  for (const CommandRow& row : commands()) {
    CommandText text = command_text(row.name);
    CommandOptions options = command_options(row, text);
    all.push_back({std::string(row.name), std::move(text), std::move(options)});
  }
  return all;
}

std::string page_name(std::string name) {
  return "evorisk-" + boost::replace_all_copy(name, " ", "-");
}

std::vector<std::string> choices(const std::string& placeholder) {
  std::vector<std::string> words;
  if (placeholder.find('|') == placeholder.npos) return words;
  return boost::split(words, placeholder, boost::is_any_of("|"));
}

bool is_choice(const CommandOptions::Row& row) {
  const auto words = choices(row.placeholder);
  return !words.empty() && std::ranges::none_of(words, [](const std::string& word) {
    return word.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ.=") != word.npos;
  });
}

// --- manual pages ---

// Without the commit.
std::string_view version() {
  return revision().substr(0, revision().find(' '));
}

// Text for troff: its marks are escaped, and no line begins with a dot or a quotation mark.
std::string roff(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    line_begins = c == '\n';
    out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return out;
}

std::string heading(const std::string& name, const std::string& summary) {
  return fmt::format(
      ".TH \"{}\" 1 \"\" \"evorisk {}\" \"evorisk\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
      boost::to_upper_copy(name), version(), roff(name), roff(summary));
}

std::string manual_page(const Described& command) {
  std::string page = heading(page_name(command.name), command.text.summary);
  page += fmt::format(".B {}\n", roff(command.options.usage));
  if (!command.options.details.empty()) {
    page += ".SH DESCRIPTION\n" +
            boost::replace_all_copy(roff(command.options.details), "\n\n", "\n.PP\n") + "\n";
  }
  for (const bool positional : {true, false}) {
    std::string rows;
    for (const CommandOptions::Row& row : command.options.rows) {
      if (row.positional != positional) continue;
      // The number of threads is that of the machine.
      const bool shown = !row.value.empty() && row.name != "--threads";
      const std::string value = shown ? fmt::format(" [{}]", row.value) : "";
      rows += fmt::format(".TP\n\\fB{}\\fR{}{}\n{}{}\n", roff(row.name),
                          row.placeholder.empty() ? "" : " ", roff(row.placeholder),
                          roff(row.meaning), roff(value));
    }
    if (!rows.empty()) page += (positional ? ".SH ARGUMENTS\n" : ".SH OPTIONS\n") + rows;
  }
  page += ".SH EXAMPLES\n.nf\n";
  for (const std::string& example : command.text.examples) page += roff(example) + "\n";
  page += ".fi\n";
  return page + ".SH SEE ALSO\n.BR evorisk (1)\n";
}

std::string overview_page(const std::vector<Described>& all) {
  std::string page = heading("evorisk", "breeds playable variants of the board games Risk and War");
  page += ".B evorisk\n.I SUBCOMMAND\n[OPTIONS]\n.SH SUBCOMMANDS\n";
  for (const Described& command : all) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(command.name), roff(command.text.summary));
  }
  page += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] :
       std::map<int, const char*>{{0, "done"},
                                  {1, "a system call failed, or the program is at fault"},
                                  {2, "the command line or an input file is invalid"},
                                  {3, "the command ran, but its check failed"},
                                  {130, "interrupted, after a checkpoint where there is one"}}) {
    page += fmt::format(".TP\n{}\n{}\n", code, meaning);
  }
  page += ".SH SEE ALSO\n";
  for (const Described& command : all) {
    page += fmt::format(".BR {} (1){}\n", roff(page_name(command.name)),
                        &command == &all.back() ? "" : ",");
  }
  return page;
}

// --- completions ---

// Groups ("map") and the commands without one, each once, in the order of --help; and the actions
// of each group.
struct Words {
  std::vector<std::pair<std::string, std::string>> first;  // word, summary
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> actions;
};

Words words_of(const std::vector<Described>& all) {
  Words words;
  for (const Described& command : all) {
    const std::size_t blank = command.name.find(' ');
    const std::string first = command.name.substr(0, blank);
    if (words.first.empty() || words.first.back().first != first) {
      words.first.emplace_back(first, command.text.summary);
    }
    if (blank == command.name.npos) continue;
    words.actions[first].emplace_back(command.name.substr(blank + 1), command.text.summary);
  }
  for (auto& [word, summary] : words.first) {
    const auto group = words.actions.find(word);
    if (group == words.actions.end()) continue;
    std::vector<std::string_view> names;
    for (const auto& [action, meaning] : group->second) names.push_back(action);
    summary = fmt::format("{}", fmt::join(names, ", "));
  }
  return words;
}

std::string option_word(const CommandOptions::Row& row) {
  return row.name.substr(row.name.rfind(',') + 1);  // "-h,--help" is completed to "--help"
}

// What an argument may name beside files: boards of the library, configurations, what is
// reproduced.
std::string names_of_arguments(const Described& command) {
  std::vector<std::string_view> names;
  for (const CommandOptions::Row& row : command.options.rows) {
    if (!row.positional) continue;
    if (row.name.find("VARIANT") != row.name.npos) names = maps::library_names();
    if (row.name == "CONFIG") {
      names = evorisk::names_of(experiments::named_configurations());
    }
    if (row.name == "TARGET") names = evorisk::names_of(experiments::reproduce::targets());
  }
  return fmt::format("{}", fmt::join(names, " "));
}

std::string bash_completion(const std::vector<Described>& all) {
  const Words words = words_of(all);
  std::vector<std::string_view> first;
  for (const auto& [word, summary] : words.first) first.push_back(word);
  std::string text = fmt::format(
      "# Completion of evorisk for bash.\n_evorisk() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  local command=${{COMP_WORDS[1]}} options='' actions='' values='' names=''\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))\n    return\n  fi\n"
      "  case $command in\n",
      fmt::join(first, " "));
  for (const auto& [group, actions] : words.actions) {
    std::vector<std::string_view> names;
    for (const auto& [action, summary] : actions) names.push_back(action);
    text += fmt::format("    {}) actions='{}'; command=\"$command ${{COMP_WORDS[2]}}\" ;;\n", group,
                        fmt::join(names, " "));
  }
  text +=
      "  esac\n  if [ -n \"$actions\" ] && [ \"$COMP_CWORD\" -eq 2 ]; then\n"
      "    COMPREPLY=($(compgen -W \"$actions --help\" -- \"$word\"))\n    return\n  fi\n"
      "  case $command in\n";
  for (const Described& command : all) {
    std::vector<std::string> names;
    std::string values;
    for (const CommandOptions::Row& row : command.options.rows) {
      if (row.positional) continue;
      names.push_back(option_word(row));
      if (is_choice(row)) {
        values += fmt::format("        {}) values='{}' ;;\n", option_word(row),
                              fmt::join(choices(row.placeholder), " "));
      }
    }
    text += fmt::format("    '{}')\n      options='{}'\n", command.name, fmt::join(names, " "));
    const std::string arguments = names_of_arguments(command);
    if (!arguments.empty()) text += fmt::format("      names='{}'\n", arguments);
    if (!values.empty()) text += "      case $before in\n" + values + "      esac\n";
    text += "      ;;\n";
  }
  return text +
         "  esac\n  if [ -n \"$values\" ]; then\n"
         "    COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
         "  elif [ \"${word#-}\" != \"$word\" ]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  else\n    COMPREPLY=($(compgen -f -- \"$word\") $(compgen -W \"$names\" -- "
         "\"$word\"))\n"
         "  fi\n}\n"
         "complete -o filenames -F _evorisk evorisk\n";
}

std::string single_quoted(const std::string& text) {
  return "'" + boost::replace_all_copy(text, "'", "'\\''") + "'";
}

std::string zsh_completion(const std::vector<Described>& all) {
  const Words words = words_of(all);
  const auto list = [](const std::vector<std::pair<std::string, std::string>>& rows) {
    std::string text;
    for (const auto& [word, summary] : rows) text += " " + single_quoted(word + ":" + summary);
    return text;
  };
  std::string text = fmt::format(
      "#compdef evorisk\n# Completion of evorisk for zsh.\n_evorisk() {{\n  local -a words_here\n"
      "  local command=$words[2]\n  if (( CURRENT == 2 )); then\n    words_here=({} )\n"
      "    _describe subcommand words_here\n    return\n  fi\n  case $command in\n",
      list(words.first));
  for (const auto& [group, actions] : words.actions) {
    text += fmt::format(
        "    {})\n      if (( CURRENT == 3 )); then\n        words_here=({} )\n"
        "        _describe action words_here\n        return\n      fi\n"
        "      command=\"$command $words[3]\" ;;\n",
        group, list(actions));
  }
  text += "  esac\n  case $command in\n";
  for (const Described& command : all) {
    text += fmt::format("    '{}') _arguments", command.name);
    for (const CommandOptions::Row& row : command.options.rows) {
      if (row.positional) continue;
      std::string meaning = row.meaning;
      for (const char* mark : {"\\", "[", "]", ":"}) {
        boost::replace_all(meaning, mark, std::string("\\") + mark);
      }
      std::string spec = fmt::format("*{}[{}]", option_word(row), meaning);
      if (is_choice(row)) {
        spec += fmt::format(":value:({})", fmt::join(choices(row.placeholder), " "));
      } else if (!row.placeholder.empty()) {
        spec += ":value:_files";
      }
      text += " \\\n      " + single_quoted(spec);
    }
    const std::string arguments = names_of_arguments(command);
    text += arguments.empty() ? " \\\n      '*:file:_files' ;;\n"
                              : fmt::format(
                                    " \\\n      '*: :_alternative \"files:file:_files\" "
                                    "\"names:name:({})\"' ;;\n",
                                    arguments);
  }
  return text + "  esac\n}\n_evorisk \"$@\"\n";
}

std::string fish_completion(const std::vector<Described>& all) {
  const Words words = words_of(all);
  const auto quoted = [](const std::string& text) {
    return "'" + boost::replace_all_copy(boost::replace_all_copy(text, "\\", "\\\\"), "'", "\\'") +
           "'";
  };
  std::string text = "# Completion of evorisk for fish.\n";
  for (const auto& [word, summary] : words.first) {
    text += fmt::format("complete -c evorisk -f -n __fish_use_subcommand -a {} -d {}\n", word,
                        quoted(summary));
  }
  const auto seen = [](const std::string& word) {
    return fmt::format("__fish_seen_subcommand_from {}", word);
  };
  for (const auto& [group, actions] : words.actions) {
    std::vector<std::string_view> names;
    for (const auto& [action, summary] : actions) names.push_back(action);
    for (const auto& [action, summary] : actions) {
      text += fmt::format("complete -c evorisk -f -n '{}; and not {}' -a {} -d {}\n", seen(group),
                          seen(fmt::format("{}", fmt::join(names, " "))), action, quoted(summary));
    }
  }
  for (const Described& command : all) {
    const std::size_t blank = command.name.find(' ');
    std::string condition = seen(command.name.substr(0, blank));
    if (blank != command.name.npos) condition += "; and " + seen(command.name.substr(blank + 1));
    const std::string arguments = names_of_arguments(command);
    if (!arguments.empty()) {
      text += fmt::format("complete -c evorisk -n '{}' -a '{}'\n", condition, arguments);
    }
    for (const CommandOptions::Row& row : command.options.rows) {
      if (row.positional) continue;
      text += fmt::format("complete -c evorisk -n '{}' -l {} -d {}", condition,
                          option_word(row).substr(2), quoted(row.meaning));
      if (is_choice(row)) {
        text += fmt::format(" -x -a '{}'", fmt::join(choices(row.placeholder), " "));
      } else if (!row.placeholder.empty()) {
        text += " -r";
      }
      text += "\n";
    }
  }
  return text;
}

class ManualCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const std::vector<Described> all = described_commands();
    std::vector<NamedFile> files = {{"man1/evorisk.1", overview_page(all)},
                                    {"bash/evorisk", bash_completion(all)},
                                    {"zsh/_evorisk", zsh_completion(all)},
                                    {"fish/evorisk.fish", fish_completion(all)}};
    for (const Described& command : all) {
      files.push_back({fmt::format("man1/{}.1", page_name(command.name)), manual_page(command)});
    }
    return context.result({{"directory", out_}, {"files", write_files(out_, files, force_)}},
                          out_ + "\n");
  }

  const std::string& out_ = argument("DIR");
  const bool& force_ = force();
};

}  // namespace

const CommandRow manual_command{"manual", make<ManualCommand>};

}  // namespace evorisk::app
