#include "ga/checkpoint.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "maps/base/error.hpp"
#include "maps/base/files.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

// Of the configuration as it stands in the run directory.
std::string fingerprint(const std::filesystem::path& directory) {
  TextHash hash;
  hash.add(read_file(directory / config_file));
  return hash.hexadecimal();
}

}  // namespace

void write_checkpoint(const std::filesystem::path& directory, const Evolution& evolution,
                      const LineLog::Mark& log, Flush flush) {
  Json document = {{"format", 1},
                   {"configuration", fingerprint(directory)},
                   {"log", {{"bytes", log.bytes}, {"hash", log.hash}}}};
  Json state = evolution.state();
  for (auto& [key, value] : state.items()) document[key] = std::move(value);
  write_file(directory / checkpoint_file, document.dump() + '\n', flush);
}

LineLog::Mark read_checkpoint(const std::filesystem::path& directory, Evolution& evolution) {
  const std::string file = (directory / checkpoint_file).string();
  const Json document = read_json(file);
  const JsonView view(document, file);
  view.only({"format", "configuration", "generation", "log", "monitor", "candidates", "state"});
  view.format(1);
  const JsonView configuration = view.at("configuration");
  if (configuration.text() != fingerprint(directory)) {
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
