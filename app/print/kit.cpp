#include "app/print/kit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/print/pages.hpp"
#include "maps/generate/naming.hpp"

namespace evorisk::app {
namespace {

class PdfBook final : public kit::Book {
 public:
  explicit PdfBook(std::string title) : title_(std::move(title)) {}

  kit::Canvas& page(const std::string&, double width, double height) override {
    if (canvas_) {
      canvas_->next_page(width, height);
    } else {
      canvas_ = std::make_unique<kit::Canvas>(kit::Canvas::Format::pdf, width, height, title_);
    }
    return *canvas_;
  }

  std::string finish() { return canvas_->finish(); }

 private:
  std::string title_;
  std::unique_ptr<kit::Canvas> canvas_;
};

class SvgBook final : public kit::Book {
 public:
  kit::Canvas& page(const std::string& name, double width, double height) override {
    end_page();
    name_ = fmt::format("{}-{}", name, ++counts_[name]);
    canvas_ = std::make_unique<kit::Canvas>(kit::Canvas::Format::svg, width, height, name_);
    return *canvas_;
  }

  std::vector<KitPage> finish() {
    end_page();
    return std::move(pages_);
  }

 private:
  void end_page() {
    if (canvas_) pages_.push_back({name_, canvas_->finish()});
    canvas_.reset();
  }

  std::unique_ptr<kit::Canvas> canvas_;
  std::string name_;
  std::map<std::string, int> counts_;
  std::vector<KitPage> pages_;
};

risk::Variant with_all_names(const risk::Variant& variant, std::uint64_t seed) {
  return risk::Variant(variant.name(), variant.rules(),
                       std::make_shared<const maps::Map>(maps::with_names(variant.map(), seed)),
                       variant.own_deck());
}

struct LaidOut {
  kit::Sheets sheets;
  std::unique_ptr<kit::Board> board;
};

// Whether a territory has no room for its name, or hardly any for troops.
bool is_crowded(const kit::Board& board) {
  constexpr double least = 3;  // millimetres from the middle of the place for troops
  return std::ranges::any_of(board.labels(), [](const maps::AreaLabel& label) {
    return !label.inside || label.spot.radius < least;
  });
}

// The board, on more sheets than its number of territories asks for where that leaves some without
// room, unless their number is given.
LaidOut lay_out(const risk::Variant& variant, KitOptions options) {
  constexpr int largest = 12;
  const bool given = options.sheets != 0;
  for (int larger = 0;; ++larger) {
    LaidOut laid{kit::plan_sheets(options, variant.territories()), nullptr};
    laid.board = std::make_unique<kit::Board>(variant, options, laid.sheets.board_width(),
                                              laid.sheets.board_height());
    const int count = laid.sheets.columns * laid.sheets.rows;
    if (given || larger == 2 || count >= largest || !is_crowded(*laid.board)) return laid;
    options.sheets = count == 1 ? 2 : count + 2;
  }
}

void draw_kit(const risk::Variant& given, const KitOptions& options, kit::Book& book) {
  const risk::Variant variant = with_all_names(given, options.seed);
  const LaidOut laid = lay_out(variant, options);
  const kit::Subject subject{variant, options, laid.sheets, *laid.board};
  kit::rulebook_pages(subject, book);
  kit::odds_page(subject, book);
  kit::reference_page(subject, book);
  kit::assembly_page(subject, book);
  kit::board_pages(subject, book);
  kit::card_pages(subject, book);
  kit::mission_pages(subject, book);
  kit::token_pages(subject, book);
}

}  // namespace

std::string kit_pdf(const risk::Variant& variant, const KitOptions& options) {
  PdfBook book(variant.name());
  draw_kit(variant, options, book);
  return book.finish();
}

std::vector<KitPage> kit_pages(const risk::Variant& variant, const KitOptions& options) {
  SvgBook book;
  draw_kit(variant, options, book);
  return book.finish();
}

std::string kit_board(const risk::Variant& given, const KitOptions& options) {
  const risk::Variant variant = with_all_names(given, options.seed);
  const LaidOut laid = lay_out(variant, options);
  const kit::Board& board = *laid.board;
  kit::Canvas canvas(kit::Canvas::Format::svg, board.width(), board.height(), variant.name());
  board.draw(canvas);
  return canvas.finish();
}

}  // namespace evorisk::app
