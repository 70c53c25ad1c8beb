// evorisk map generate: a random planar map with contiguous continents.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "base/files.hpp"
#include "base/registry.hpp"
#include "maps/formats/registry.hpp"
#include "maps/generate/generator.hpp"
#include "maps/generate/styles.hpp"

namespace evorisk::app {
namespace {

constexpr int most_territories = 20'000;  // some seconds; the time grows with the square

class MapGenerateCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    Random random({.seed = seed_, .purpose = Purpose::map_generation});
    const std::string style(style_.empty() ? maps::draw_style(random).name : style_);
    const maps::GeneratorOptions options{territories_, static_cast<int>(continents_.value_or(0)),
                                         density_, style};
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
                          {"style", style},
                          {"seed", seed_}});
    }
    return Exit::done;
  }

  const int& territories_ = integer("--territories", 20, 2, most_territories);
  const std::optional<std::int64_t>& continents_ =
      optional_integer("--continents", 1, most_territories);
  const std::optional<double>& density_ = optional_number("--density", 0, 1);
  const std::string& style_ = choice("--style", names_of(maps::map_styles()));
  const std::string& title_ = option("--name", "TEXT");
  const std::string& out_ = option("--out", "FILE");
  const std::uint64_t& seed_ = seed();
  const bool& force_ = force();
};

}  // namespace

const CommandRow map_generate_command{"map generate", make<MapGenerateCommand>};

}  // namespace evorisk::app
