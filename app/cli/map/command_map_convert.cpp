// evorisk map convert: from any format that is read to any that is written.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/map/map_argument.hpp"
#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::app {
namespace {

class MapConvertCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const maps::MapFormat& format = target();
    maps::MapReading reading = whole_map_argument(map_);
    const maps::MapWriting written = format.write(reading.map);
    for (const std::string& note : reading.notes) context.note("read: " + note);
    for (const std::string& note : written.notes) context.note("written: " + note);
    if (!out_.empty()) write_new_file(out_, written.text, force_);
    const bool printed = out_.empty();
    return context.result({{"format", format.name},
                           {printed ? "text" : "file", printed ? written.text : out_},
                           {"notes", {{"read", reading.notes}, {"written", written.notes}}}},
                          printed ? written.text : "");
  }

  static std::vector<std::string_view> written_formats() {
    std::vector<std::string_view> names;
    for (const maps::MapFormat& format : maps::map_formats()) {
      if (format.write != nullptr) names.push_back(format.name);
    }
    return names;
  }

  const maps::MapFormat& target() const {
    if (!to_.empty()) return maps::map_format(to_);
    const std::vector<std::string_view> all = written_formats();
    std::vector<std::string_view> fitting;
    for (const std::string_view name : all) {
      if (out_.ends_with(maps::map_format(name).extension)) fitting.push_back(name);
    }
    if (fitting.size() == 1) return maps::map_format(fitting.front());
    throw InputError("--to is needed: one of {}", fmt::join(fitting.empty() ? all : fitting, ", "));
  }

  const std::string& map_ = argument("MAP");
  const std::string& to_ = choice("--to", written_formats());
  const std::string& out_ = option("--out", "FILE");
  const bool& force_ = force();
};

}  // namespace

const CommandRow map_convert_command{"map convert", make<MapConvertCommand>};

}  // namespace evorisk::app
