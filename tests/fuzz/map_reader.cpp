// libFuzzer: whatever the bytes, a map file is read as a whole map or refused with an InputError;
// what is read is written in every format and read back as the same board.
#include <cstdint>
#include <cstdlib>

#include "base/error.hpp"
#include "maps/formats/registry.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace evorisk;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const maps::MapReading reading = maps::read_map(text, "input");
    for (const maps::MapFormat& format : maps::map_formats()) {
      if (format.write == nullptr || reading.map.territory_count() > 60) continue;
      const auto back = maps::read_map(format.write(reading.map).text, "written").map;
      const bool same = back.territory_count() == reading.map.territory_count() &&
                        back.border_count() == reading.map.border_count();
      if (!same) std::abort();
    }
  } catch (const InputError&) {
  }
  return 0;
}
