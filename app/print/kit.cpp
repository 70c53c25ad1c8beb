#include "app/print/kit.hpp"

#include <fmt/format.h>

#include <map>

#include "app/print/pages.hpp"
#include "maps/naming.hpp"

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

void draw_kit(const risk::Variant& given, const KitOptions& options, kit::Book& book) {
  const kit::Sheets sheets = kit::plan_sheets(options, given.territories());
  const risk::Variant variant = with_all_names(given, options.seed);
  const kit::Board board(variant, options, sheets.board_width(), sheets.board_height());
  const kit::Subject subject{variant, options, sheets, board};
  kit::rulebook_pages(subject, book);
  kit::odds_page(subject, book);
  kit::reference_page(subject, book);
  kit::assembly_page(subject, book);
  kit::board_pages(subject, book);
  kit::card_pages(subject, book);
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
  const kit::Sheets sheets = kit::plan_sheets(options, given.territories());
  const risk::Variant variant = with_all_names(given, options.seed);
  const kit::Board board(variant, options, sheets.board_width(), sheets.board_height());
  kit::Canvas canvas(kit::Canvas::Format::svg, board.width(), board.height(), variant.name());
  board.draw(canvas);
  return canvas.finish();
}

}  // namespace evorisk::app
