// evorisk map convert: from any format that is read to any that is written.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/map/map_argument.hpp"
#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::app {
namespace {

class MapConvertCommand final : public Command {
 public:
  std::string name() const override { return "map convert"; }
  std::string summary() const override { return "Convert a map to another file format"; }
  std::string details() const override {
    return "Reads a map of the library or a file in any known format (told by its content), and\n"
           "writes it in the format asked for, to a file or to standard output. Whatever a format\n"
           "cannot hold is reported. \"evorisk map list --formats\" lists the formats.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk map convert risk --to domination --out risk.map",
            "evorisk map convert risk.map --to evorisk --out copy.json",
            "evorisk map convert war --to conquest"};
  }
  void add_options(Options& options) override {
    options.argument("MAP", map_, "A library name or the path of a map file");
    for (const maps::MapFormat& format : maps::map_formats()) {
      if (format.write != nullptr) targets_.push_back(format.name);
    }
    options.choice("--to", to_, targets_, "Format to write; by default told by the end of --out");
    options.option("--out", out_, "FILE", "Where to write (default: standard output)");
    options.common({Common::force});
  }
  Exit run(Context& context) override {
    const maps::MapFormat& format = target();
    maps::MapReading reading = whole_map_argument(map_);
    const maps::MapWriting written = format.write(reading.map);
    for (const std::string& note : reading.notes) context.note("read: " + note);
    for (const std::string& note : written.notes) context.note("written: " + note);
    if (!out_.empty()) write_new_file(out_, written.text, context.force);
    if (context.json) {
      nlohmann::ordered_json json = {{"format", format.name}};
      if (out_.empty()) {
        json["text"] = written.text;
      } else {
        json["file"] = out_;
      }
      json["notes"] = {{"read", reading.notes}, {"written", written.notes}};
      context.print_json(json);
    } else if (out_.empty()) {
      context.print(written.text);
    }
    return Exit::done;
  }

 private:
  const maps::MapFormat& target() const {
    if (!to_.empty()) return maps::map_format(to_);
    std::vector<std::string_view> fitting;
    for (const std::string_view name : targets_) {
      if (out_.ends_with(maps::map_format(name).extension)) fitting.push_back(name);
    }
    if (fitting.size() == 1) return maps::map_format(fitting.front());
    throw InputError("--to is needed: one of {}",
                     fmt::join(fitting.empty() ? targets_ : fitting, ", "));
  }

  std::string map_;
  std::string to_;
  std::string out_;
  std::vector<std::string_view> targets_;
};

}  // namespace

std::unique_ptr<Command> make_map_convert_command() {
  return std::make_unique<MapConvertCommand>();
}

}  // namespace evorisk::app
