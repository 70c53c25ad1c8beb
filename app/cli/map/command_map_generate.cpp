// evorisk map generate: a random planar map with contiguous continents.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "base/files.hpp"
#include "maps/formats/registry.hpp"
#include "maps/generate/generator.hpp"

namespace evorisk::app {
namespace {

class MapGenerateCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    Random random({.seed = seed_, .purpose = Purpose::map_generation});
    const maps::GeneratorOptions options{territories_, continents_, density_};
    maps::MapData data = maps::generate_map(options, random).data();
    data.name = title_.empty() ? fmt::format("Generated {}", seed_) : title_;
    const maps::Map map(std::move(data));
    const std::string text = maps::map_format("evorisk").write(map).text;
    if (!out_.empty()) write_new_file(out_, text, force_);
    if (out_.empty()) {
      context.print(text);  // the map's file is JSON already
    } else if (context.json) {
      context.print_json({{"file", out_},
                          {"name", map.name()},
                          {"territories", map.territory_count()},
                          {"borders", map.border_count()},
                          {"continents", map.continent_count()},
                          {"density", density_},
                          {"seed", seed_}});
    }
    return Exit::done;
  }

  const int& territories_ = integer("--territories", 20, 2, 1'000'000);
  const int& continents_ = integer("--continents", 4, 1, 1'000'000);
  const double& density_ = number("--density", 0.45, 0, 1);
  const std::string& title_ = option("--name", "TEXT");
  const std::string& out_ = option("--out", "FILE");
  const std::uint64_t& seed_ = seed();
  const bool& force_ = force();
};

}  // namespace

const CommandRow map_generate_command{"map generate", make<MapGenerateCommand>};

}  // namespace evorisk::app
