// Archives. The only part of the program that uses libzip.
#pragma once

#include <string>
#include <vector>

#include "base/files.hpp"

namespace evorisk::app {

// The files as a ZIP archive; the same files give the same bytes. Throws SystemError.
std::string zip_of(const std::vector<NamedFile>& files);

}  // namespace evorisk::app
