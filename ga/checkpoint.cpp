#include "ga/checkpoint.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "maps/base/error.hpp"
#include "maps/base/files.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

std::string configuration_fingerprint(const std::filesystem::path& directory) {
  TextHash hash;
  hash.add(read_file(directory / config_file));
  return hash.hexadecimal();
}

std::string checkpoint_text(const Evolution& evolution, const std::string& configuration,
                            const LineLog::Mark& log) {
  JsonWriter writer;
  writer.begin_object().member("format", 3).member("configuration", configuration);
  writer.key("log").begin_object().member("bytes", log.bytes).member("hash", log.hash).end_object();
  evolution.write_state(writer);
  return writer.end_object().end_line().take();
}

LineLog::Mark read_checkpoint(const std::filesystem::path& directory, Evolution& evolution) {
  const std::string file = (directory / checkpoint_file).string();
  const Json document = read_json(file);
  const JsonView view(document, file);
  view.only({"format", "configuration", "generation", "log", "monitor", "candidates", "state",
             "spent", "evidence"});
  view.format(3);
  const JsonView configuration = view.at("configuration");
  if (configuration.text() != configuration_fingerprint(directory)) {
    configuration.fail(fmt::format("this checkpoint is of another configuration than {}",
                                   (directory / config_file).string()));
  }
  evolution.restore(view);
  const JsonView log = view.at("log");
  log.only({"bytes", "hash"});
  return {log.at("bytes").integer(0, std::numeric_limits<std::int64_t>::max()),
          log.at("hash").text()};
}

}  // namespace evorisk::ga
