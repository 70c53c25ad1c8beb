// Archives. The only part of the program that uses libzip.
#pragma once

#include <string>
#include <vector>

#include "app/export/export.hpp"

namespace evorisk::app {

// The files as a ZIP archive; the same files give the same bytes. Throws SystemError.
std::string zip_of(const std::vector<ExportFile>& files);

}  // namespace evorisk::app
