// evorisk map generate: a random planar map with contiguous continents.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "base/files.hpp"
#include "maps/formats/registry.hpp"
#include "maps/generate/generator.hpp"

namespace evorisk::app {
namespace {

class MapGenerateCommand final : public Command {
 public:
  std::string name() const override { return "map generate"; }
  std::string summary() const override { return "Generate a random map"; }
  std::string details() const override {
    return "The map is connected and planar, its continents are contiguous and of varied sizes, "
           "and\n"
           "it has positions for drawing. With N territories and density D it has N - 1 borders "
           "(a\n"
           "tree) and D times the 2 N - 5 that more would fit; classic Risk has density 0.53.\n"
           "Bonuses follow from a continent's size and its territories on the border, as in Risk.\n"
           "The same options and seed give the same map.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk map generate --territories 30 --continents 5 --seed 7 --out new.json",
            "evorisk map generate --territories 12 --continents 3 --density 0.4"};
  }
  void add_options(Options& options) override {
    options.integer("--territories", generator_.territories, 2, 1'000'000, "How many territories");
    options.integer("--continents", generator_.continents, 1, 1'000'000,
                    "How many continents, at most one per territory");
    options.number("--density", generator_.density, 0, 1,
                   "Share of the borders that planarity allows beyond a tree");
    options.option("--name", title_, "TEXT", "The map's name");
    options.option("--out", out_, "FILE", "Where to write (default: standard output)");
    options.common({Common::seed, Common::force});
  }
  Exit run(Context& context) override {
    const std::uint64_t seed = context.seed.value_or(default_seed);
    Random random({.seed = seed, .purpose = Purpose::map_generation});
    maps::MapData data = maps::generate_map(generator_, random).data();
    data.name = title_.empty() ? fmt::format("Generated {}", seed) : title_;
    const maps::Map map(std::move(data));
    const std::string text = maps::map_format("evorisk").write(map).text;
    if (!out_.empty()) write_new_file(out_, text, context.force);
    if (out_.empty()) {
      context.print(text);  // the map's file is JSON already
    } else if (context.json) {
      context.print_json({{"file", out_},
                          {"name", map.name()},
                          {"territories", map.territory_count()},
                          {"borders", map.border_count()},
                          {"continents", map.continent_count()},
                          {"density", generator_.density},
                          {"seed", seed}});
    }
    return Exit::done;
  }

 private:
  maps::GeneratorOptions generator_;
  std::string title_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> make_map_generate_command() {
  return std::make_unique<MapGenerateCommand>();
}

}  // namespace evorisk::app
