#include "metrics/bulk/draws.hpp"

#include <Random123/philox.h>

namespace evorisk::metrics::bulk {

std::uint64_t seed_key(const StreamKey& key) {
  StreamKey common = key;
  common.purpose = Purpose::bulk;
  common.match = 0;
  return Random(common).next();
}

Words seed_words(std::uint64_t seed_key, std::uint64_t match) {
  const r123::Philox4x32::key_type key = {
      {static_cast<std::uint32_t>(seed_key), static_cast<std::uint32_t>(seed_key >> 32)}};
  const r123::Philox4x32::ctr_type counter = {
      {static_cast<std::uint32_t>(match), static_cast<std::uint32_t>(match >> 32), 0, 0}};
  const auto block = r123::Philox4x32{}(counter, key);
  return {static_cast<std::uint16_t>(block[0]), static_cast<std::uint16_t>(block[0] >> 16),
          static_cast<std::uint16_t>(block[1]), static_cast<std::uint16_t>(block[1] >> 16)};
}

}  // namespace evorisk::metrics::bulk
