#include "app/export/zip.hpp"

#include <zip.h>

#include <memory>

#include "base/error.hpp"

namespace evorisk::app {
namespace {

// 2000-01-01, as kits say, wherever they are made: years from 1980, months and days.
constexpr zip_uint16_t written_on = (20u << 9) | (1u << 5) | 1u;

void require(bool done, zip_t* archive) {
  if (!done) throw SystemError("cannot make the archive: {}", zip_strerror(archive));
}

}  // namespace

std::string zip_of(const std::vector<NamedFile>& files) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const buffer = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (buffer == nullptr)
    throw SystemError("cannot make the archive: {}", zip_error_strerror(&error));
  zip_t* const opened = zip_open_from_source(buffer, ZIP_TRUNCATE, &error);
  if (opened == nullptr) {
    zip_source_free(buffer);
    throw SystemError("cannot make the archive: {}", zip_error_strerror(&error));
  }
  std::unique_ptr<zip_t, void (*)(zip_t*)> archive(opened, zip_discard);
  zip_source_keep(buffer);  // beyond the archive's end
  const std::unique_ptr<zip_source_t, void (*)(zip_source_t*)> kept(buffer, zip_source_free);
  for (const NamedFile& file : files) {
    zip_source_t* const bytes =
        zip_source_buffer(archive.get(), file.bytes.data(), file.bytes.size(), 0);
    require(bytes != nullptr, archive.get());
    const zip_int64_t index =
        zip_file_add(archive.get(), file.name.c_str(), bytes, ZIP_FL_ENC_UTF_8);
    if (index < 0) zip_source_free(bytes);
    require(index >= 0, archive.get());
    const auto place = static_cast<zip_uint64_t>(index);
    require(zip_file_set_dostime(archive.get(), place, 0, written_on, 0) == 0, archive.get());
    // Pictures are small already.
    require(!file.name.ends_with(".png") ||
                zip_set_file_compression(archive.get(), place, ZIP_CM_STORE, 0) == 0,
            archive.get());
  }
  require(zip_close(archive.get()) == 0, archive.get());
  static_cast<void>(archive.release());  // closed
  zip_stat_t size;
  zip_stat_init(&size);
  std::string result;
  if (zip_source_stat(buffer, &size) == 0 && zip_source_open(buffer) == 0) {
    result.resize(size.size);
    const zip_int64_t read = zip_source_read(buffer, result.data(), size.size);
    zip_source_close(buffer);
    if (read == static_cast<zip_int64_t>(size.size)) return result;
  }
  throw SystemError("cannot make the archive: {}", zip_error_strerror(zip_source_error(buffer)));
}

}  // namespace evorisk::app
