// Which program this is.
#pragma once

#include <string>
#include <string_view>

namespace evorisk {

// The revision built, as "git describe" names it ("0.1.0-12-gabc1234", with "-dirty" for changed
// files); from an archive without git, the archived commit or just the version number.
std::string_view revision();

// What --version prints: revision, compiler, build type, instruction set; several lines.
std::string version_text();

}  // namespace evorisk
