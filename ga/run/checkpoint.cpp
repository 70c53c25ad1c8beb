#include "ga/run/checkpoint.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

constexpr int checkpoint_format = 4;

}  // namespace

std::string configuration_fingerprint(const std::filesystem::path& directory) {
  return fmt::format("{:016x}", text_hash(read_file(directory / config_file)));
}

std::string checkpoint_text(const Evolution& evolution, const std::string& configuration,
                            const LineLog::Mark& log) {
  Json json = {{"format", checkpoint_format},
               {"configuration", configuration},
               {"log", {{"bytes", log.bytes}, {"hash", log.hash}}}};
  json.update(evolution.state());
  return json.dump() + '\n';
}

LineLog::Mark read_checkpoint(const std::filesystem::path& directory, Evolution& evolution) {
  const std::string file = (directory / checkpoint_file).string();
  const Json document = read_json(file);
  const JsonView view(document, file);
  view.only({"format", "configuration", "generation", "log", "monitor", "candidates", "state",
             "spent", "evidence"});
  view.format(checkpoint_format);
  const JsonView configuration = view.at("configuration");
  if (configuration.text() != configuration_fingerprint(directory)) {
    configuration.fail("this checkpoint is of another configuration than {}",
                       (directory / config_file).string());
  }
  evolution.restore(view);
  const JsonView log = view.at("log");
  log.only({"bytes", "hash"});
  return {log.at("bytes").integer(0, std::numeric_limits<std::int64_t>::max()),
          log.at("hash").text()};
}

}  // namespace evorisk::ga
