#include "app/print/canvas.hpp"

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <numbers>
#include <sstream>
#include <stdexcept>

#include "base/error.hpp"

namespace evorisk::app::kit {
namespace {

constexpr double points_per_millimetre = 72 / 25.4;

constexpr const char* folders[] = {"/usr/share/fonts/truetype/lato/",
                                   "/usr/share/fonts/opentype/ebgaramond/",
                                   "/usr/share/fonts/truetype/dejavu/",
                                   "/usr/share/fonts/TTF/",
                                   "/usr/share/fonts/lato/",
                                   "/usr/share/fonts/dejavu/",
                                   "/usr/local/share/fonts/"};

constexpr std::array<std::array<const char*, 2>, face_count> font_names = {
    {{"Lato-Regular.ttf", "DejaVuSans.ttf"},
     {"Lato-Bold.ttf", "DejaVuSans-Bold.ttf"},
     {"Lato-Italic.ttf", "DejaVuSans.ttf"},
     {"EBGaramond12-Regular.otf", "DejaVuSerif.ttf"}}};

cairo_status_t append(void* target, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(target)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void require(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw SystemError("cannot draw the page: {}", cairo_status_to_string(status));
}

// The file of a typeface: the first installed one of a short list (Lato and EB Garamond, else
// DejaVu).
std::string font_file(Face face) {
  for (const char* name : font_names[static_cast<std::size_t>(face)]) {
    for (const char* folder : folders) {
      std::string file = std::string(folder) + name;
      std::error_code error;
      if (std::filesystem::is_regular_file(file, error)) return file;
    }
  }
  throw SystemError(
      "found no font {} or {}; install the packages fonts-lato and fonts-ebgaramond, or "
      "fonts-dejavu-core",
      font_names[static_cast<std::size_t>(face)][0], font_names[static_cast<std::size_t>(face)][1]);
}

struct Font {
  std::once_flag once;
  FT_Library library = nullptr;
  FT_Face file = nullptr;
  cairo_font_face_t* face = nullptr;
};

// Read on first use and kept for ever: cairo remembers fonts longer than any page. Safe from any
// thread.
const Font& font_of(Face face) {
  static std::array<Font, face_count> fonts;
  Font& font = fonts[static_cast<std::size_t>(face)];
  std::call_once(font.once, [&] {
    const std::string file = font_file(face);
    if (FT_Init_FreeType(&font.library) != 0 ||
        FT_New_Face(font.library, file.c_str(), 0, &font.file) != 0)
      throw SystemError("cannot read the font {}", file);
    font.face = cairo_ft_font_face_create_for_ft_face(font.file, FT_LOAD_NO_HINTING);
  });
  return font;
}

// The number of a letter in Unicode, by its bytes.
FT_ULong code_point(std::string_view letter) {
  const auto bits = [](char c, unsigned mask) { return static_cast<unsigned char>(c) & mask; };
  FT_ULong code = bits(letter[0], letter.size() == 1 ? 0x7Fu : 0x7Fu >> letter.size());
  for (const char c : letter.substr(1)) code = code << 6 | bits(c, 0x3Fu);
  return code;
}

// cairo numbers the surfaces of a program in the order they are made; here, those of a picture.
std::string with_own_numbers(const std::string& svg) {
  constexpr std::string_view mark = "surface";
  std::string result;
  std::vector<std::string> seen;
  std::size_t from = 0;
  for (std::size_t at = svg.find(mark); at != std::string::npos; at = svg.find(mark, from)) {
    const std::size_t digits = at + mark.size();
    std::size_t end = digits;
    while (end < svg.size() && svg[end] >= '0' && svg[end] <= '9') ++end;
    result.append(svg, from, digits - from);
    if (end > digits) {
      const std::string number = svg.substr(digits, end - digits);
      const auto known = std::find(seen.begin(), seen.end(), number);
      result += fmt::format("{}", known - seen.begin());
      if (known == seen.end()) seen.push_back(number);
    }
    from = end;
  }
  return result.append(svg, from);
}

}  // namespace

std::string Canvas::typeset(std::string_view text) {
  std::string result;
  bool opens = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      result += opens ? "\u201c" : "\u201d";
    } else if (text[i] == '\'') {
      result += opens ? "\u2018" : "\u2019";
    } else {
      result += text[i];
      const std::string_view before = text.substr(0, i + 1);
      opens = std::ranges::any_of(std::array{" ", "(", "[", "/", "\u2013", "\u2014", "\u00a0"},
                                  [&](const char* end) { return before.ends_with(end); });
    }
  }
  return result;
}

std::string Canvas::letters_without_form(Face face, std::string_view given) {
  const std::string text = typeset(given);
  std::string letters;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
    const std::string_view letter = std::string_view(text).substr(i, end - i);
    i = end;
    if (letters.find(letter) == std::string::npos &&
        FT_Get_Char_Index(font_of(face).file, code_point(letter)) == 0)
      letters += letter;
  }
  return letters;
}

struct Canvas::Parts {
  Format format = Format::pdf;
  double resolution = 1;
  std::string bytes;
  cairo_surface_t* surface = nullptr;
  cairo_t* context = nullptr;

  void begin_page() {
    context = cairo_create(surface);
    if (format == Format::pdf) cairo_scale(context, points_per_millimetre, points_per_millimetre);
    if (format == Format::png) cairo_scale(context, resolution, resolution);
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(context, options);
    cairo_font_options_destroy(options);
  }

  void select(Face face, double size) {
    cairo_set_font_face(context, font_of(face).face);
    cairo_set_font_size(context, size);
  }

  void ink(Colour colour, double opacity = 1) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, opacity);
  }

  ~Parts() {
    cairo_destroy(context);
    cairo_surface_destroy(surface);
  }
};

Canvas::Canvas(Format format, double width, double height, const std::string& title,
               double resolution)
    : parts_(std::make_unique<Parts>()) {
  parts_->format = format;
  parts_->resolution = resolution;
  if (format == Format::pdf) {
    parts_->surface = cairo_pdf_surface_create_for_stream(
        append, &parts_->bytes, width * points_per_millimetre, height * points_per_millimetre);
    cairo_pdf_surface_set_metadata(parts_->surface, CAIRO_PDF_METADATA_TITLE, title.c_str());
    cairo_pdf_surface_set_metadata(parts_->surface, CAIRO_PDF_METADATA_CREATOR, "evorisk");
    // The same kit is the same file whenever it is made.
    cairo_pdf_surface_set_metadata(parts_->surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                   "2000-01-01T00:00:00Z");
  } else if (format == Format::png) {
    const auto pixels = [&](double side) {
      return static_cast<int>(std::lround(side * resolution));
    };
    parts_->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(width), pixels(height));
  } else {
    parts_->surface = cairo_svg_surface_create_for_stream(append, &parts_->bytes, width, height);
    cairo_svg_surface_set_document_unit(parts_->surface, CAIRO_SVG_UNIT_MM);
  }
  require(cairo_surface_status(parts_->surface));
  parts_->begin_page();
}

Canvas::~Canvas() = default;

void Canvas::next_page(double width, double height) {
  if (parts_->format != Format::pdf) throw std::logic_error("a picture has one page");
  cairo_show_page(parts_->context);
  cairo_destroy(parts_->context);
  cairo_pdf_surface_set_size(parts_->surface, width * points_per_millimetre,
                             height * points_per_millimetre);
  parts_->begin_page();
}

std::string Canvas::finish() {
  require(cairo_status(parts_->context));
  if (parts_->format == Format::png) {
    require(cairo_surface_write_to_png_stream(parts_->surface, append, &parts_->bytes));
    return std::move(parts_->bytes);
  }
  cairo_show_page(parts_->context);
  cairo_surface_finish(parts_->surface);
  require(cairo_surface_status(parts_->surface));
  return parts_->format == Format::svg ? with_own_numbers(parts_->bytes) : std::move(parts_->bytes);
}

std::vector<std::uint32_t> Canvas::pixels() {
  cairo_surface_flush(parts_->surface);
  const auto width = static_cast<std::size_t>(cairo_image_surface_get_width(parts_->surface));
  const auto height = static_cast<std::size_t>(cairo_image_surface_get_height(parts_->surface));
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(parts_->surface));
  const unsigned char* data = cairo_image_surface_get_data(parts_->surface);
  std::vector<std::uint32_t> found(width * height);
  for (std::size_t row = 0; row < height; ++row) {
    std::memcpy(&found[row * width], data + row * stride, width * sizeof(std::uint32_t));
  }
  for (std::uint32_t& pixel : found) pixel &= 0xFFFFFFu;  // the fourth byte has no meaning
  return found;
}

void Canvas::hard_edges() {
  cairo_set_antialias(parts_->context, CAIRO_ANTIALIAS_NONE);
}

void Canvas::polyline(const std::vector<maps::Point>& points) {
  cairo_new_sub_path(parts_->context);  // which the first of the lines begins
  for (const maps::Point p : points) cairo_line_to(parts_->context, p.x, p.y);
}

void Canvas::polygon(const std::vector<maps::Point>& points) {
  polyline(points);
  if (!points.empty()) cairo_close_path(parts_->context);
}

void Canvas::rectangle(double x, double y, double width, double height, double radius) {
  if (radius <= 0) {
    cairo_rectangle(parts_->context, x, y, width, height);
    return;
  }
  constexpr double quarter = std::numbers::pi / 2;
  cairo_new_sub_path(parts_->context);
  cairo_arc(parts_->context, x + width - radius, y + radius, radius, -quarter, 0);
  cairo_arc(parts_->context, x + width - radius, y + height - radius, radius, 0, quarter);
  cairo_arc(parts_->context, x + radius, y + height - radius, radius, quarter, 2 * quarter);
  cairo_arc(parts_->context, x + radius, y + radius, radius, 2 * quarter, 3 * quarter);
  cairo_close_path(parts_->context);
}

void Canvas::circle(double x, double y, double radius) {
  cairo_new_sub_path(parts_->context);
  cairo_arc(parts_->context, x, y, radius, 0, 2 * std::numbers::pi);
  cairo_close_path(parts_->context);
}

void Canvas::path(double x, double y, double unit, const std::string& commands) {
  std::istringstream in(commands);
  char command;
  while (in >> command) {
    std::array<double, 6> at{};
    const std::size_t numbers = command == 'C' ? 6 : command == 'Z' ? 0 : 2;
    for (std::size_t i = 0; i < numbers; ++i) {
      in >> at[i];
      at[i] = (i % 2 == 0 ? x : y) + at[i] * unit;
    }
    cairo_t* const context = parts_->context;
    if (command == 'M') cairo_move_to(context, at[0], at[1]);
    if (command == 'L') cairo_line_to(context, at[0], at[1]);
    if (command == 'C') cairo_curve_to(context, at[0], at[1], at[2], at[3], at[4], at[5]);
    if (command == 'Z') cairo_close_path(context);
  }
}

void Canvas::fill(Colour colour) {
  parts_->ink(colour);
  cairo_fill(parts_->context);
}

void Canvas::stroke(Colour colour, double width, const std::vector<double>& dashes) {
  parts_->ink(colour);
  cairo_set_line_width(parts_->context, width);
  cairo_set_dash(parts_->context, dashes.data(), static_cast<int>(dashes.size()), 0);
  cairo_stroke(parts_->context);
}

void Canvas::fill_and_stroke(Colour inside, Colour line, double width, double opacity) {
  parts_->ink(inside, opacity);
  cairo_fill_preserve(parts_->context);
  stroke(line, width);
}

void Canvas::save_and_clip() {
  cairo_save(parts_->context);
  cairo_clip(parts_->context);
}

void Canvas::restore() {
  cairo_restore(parts_->context);
}

void Canvas::save(double x, double y, double factor, double radians) {
  cairo_save(parts_->context);
  cairo_translate(parts_->context, x, y);
  cairo_scale(parts_->context, factor, factor);
  cairo_rotate(parts_->context, radians);
}

void Canvas::text(double x, double y, std::string_view text, Face face, double size, Colour colour,
                  Align align) {
  x -= shift(text, face, size, align);
  parts_->select(face, size);
  parts_->ink(colour);
  cairo_move_to(parts_->context, x, y);
  cairo_show_text(parts_->context, typeset(text).c_str());
  cairo_new_path(parts_->context);
}

void Canvas::text_with_rim(double x, double y, std::string_view text, Face face, double size,
                           Colour colour, Colour rim, double rim_width, Align align) {
  x -= shift(text, face, size, align);
  parts_->select(face, size);
  cairo_move_to(parts_->context, x, y);
  cairo_text_path(parts_->context, typeset(text).c_str());
  stroke(rim, 2 * rim_width);
  this->text(x, y, text, face, size, colour);
}

double Canvas::shift(std::string_view text, Face face, double size, Align align) {
  if (align == Align::left) return 0;
  return measure(text, face, size).width * (align == Align::centre ? 0.5 : 1);
}

TextSize Canvas::measure(std::string_view text, Face face, double size) {
  const std::string copy = typeset(text);
  parts_->select(face, size);
  cairo_text_extents_t extents;
  cairo_text_extents(parts_->context, copy.c_str(), &extents);
  return {extents.x_advance, -extents.y_bearing, extents.height + extents.y_bearing};
}

}  // namespace evorisk::app::kit
