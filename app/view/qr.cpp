#include "app/view/qr.hpp"

#include <fmt/format.h>
#include <qrencode.h>

#include <memory>

#include "base/error.hpp"

namespace evorisk::app {

std::string qr_picture(std::string_view text) {
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
      QRcode_encodeString8bit(std::string(text).c_str(), 0, QR_ECLEVEL_M), &QRcode_free);
  if (!code) throw InputError("a text of {} bytes fits in no QR code", text.size());
  constexpr int quiet = 4;
  const int width = code->width;
  std::string path;
  for (int y = 0; y < width; ++y) {
    for (int x = 0; x < width; ++x) {
      if ((code->data[y * width + x] & 1) != 0)
        path += fmt::format("M{} {}h1v1h-1z", x + quiet, y + quiet);
    }
  }
  const int side = width + 2 * quiet;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" shape-rendering="
      "\"crispEdges\"><rect width=\"{0}\" height=\"{0}\" fill=\"#fff\"/><path d=\"{1}\" "
      "fill=\"#000\"/></svg>",
      side, path);
}

}  // namespace evorisk::app
