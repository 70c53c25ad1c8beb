// Whatever the bytes, a map file is read as a whole map or refused; what is read is written in
// every format and read back as the same board.
#include "maps/facts.hpp"
#include "maps/formats/registry.hpp"
#include "tests/fuzz/targets.hpp"

namespace evorisk::fuzz {

void fuzz_maps(std::string_view input) {
  accepts([&] {
    const maps::MapReading reading = maps::read_map(input, "input");
    for (const maps::MapFormat& format : maps::map_formats()) {
      if (format.write == nullptr) continue;
      const auto back = maps::read_map(format.write(reading.map).text, "written").map;
      require(back.territory_count() == reading.map.territory_count() &&
                  back.border_count() == reading.map.border_count() &&
                  back.continent_count() == reading.map.continent_count(),
              "a map that is another once it is written");
    }
  });
}

}  // namespace evorisk::fuzz
