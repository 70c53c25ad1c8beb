#include "base/random.hpp"

#include <Random123/philox.h>

namespace evorisk {

Random::Random(const StreamKey& key) {
  const auto purpose = static_cast<std::uint64_t>(key.purpose);
  const r123::Philox4x64::key_type philox_key = {
      {key.seed, (purpose << 32) | static_cast<std::uint64_t>(key.generation)}};
  const r123::Philox4x64::ctr_type counter = {
      {key.match, static_cast<std::uint64_t>(key.individual), key.substream, 0}};
  const auto block = r123::Philox4x64{}(counter, philox_key);
  for (int i = 0; i < 4; ++i) state_[i] = block[static_cast<std::size_t>(i)];
  // All four words zero is the one state xoshiro cannot leave.
  if ((state_[0] | state_[1] | state_[2] | state_[3]) == 0) state_[0] = 1;
}

}  // namespace evorisk
