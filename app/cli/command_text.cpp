#include "app/cli/command_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "base/json.hpp"

namespace evorisk::app {

CommandText command_text(std::string_view name, std::string_view part) {
  static const auto texts = parse_json(commands_text());
  const auto& own = texts.at(part).at(name);
  auto options = texts.at("options");
  options.update(texts.at("commands").at(name).at("options"));
  options.update(own.at("options"));
  const auto paragraphs = own.at("details").get<std::vector<std::string>>();
  return {own.at("summary"), fmt::format("{}", fmt::join(paragraphs, "\n\n")), own.at("examples"),
          options};
}

}  // namespace evorisk::app
