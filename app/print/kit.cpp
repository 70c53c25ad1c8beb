#include "app/print/kit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "app/print/pages.hpp"
#include "maps/generate/naming.hpp"

namespace evorisk::app {
namespace {

// Whether a territory has no room for its name, or none for a token in its place for troops.
bool is_crowded(const kit::Board& board) {
  constexpr double least = 0.45 * kit::token_side;  // then a token stands out by under 1 mm
  return std::ranges::any_of(board.labels(), [](const maps::AreaLabel& label) {
    return !label.inside || label.spot.radius < least;
  });
}

// The board, on more sheets than its number of territories asks for where that leaves some without
// room, unless their number is given.
kit::Board lay_out(const risk::Variant& variant, KitOptions options) {
  constexpr int largest = 12;
  const bool given = options.sheets != 0;
  for (int larger = 0;; ++larger) {
    const kit::Sheets sheets = kit::plan_sheets(options, variant.territories());
    kit::Board board(variant, options, sheets);
    const int count = sheets.columns * sheets.rows;
    if (given || larger == 2 || count >= largest || !is_crowded(board)) return board;
    options.sheets = count == 1 ? 2 : count + 2;
  }
}

void draw_kit(const risk::Variant& given, const KitOptions& options, const kit::Book& book) {
  const risk::Variant variant = with_all_names(given, options.seed, options.language);
  const kit::Board board = lay_out(variant, options);
  const kit::Subject subject{variant, options, board};
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

risk::Variant with_all_names(const risk::Variant& variant, std::uint64_t seed, Language language) {
  const maps::Map named = translated(maps::with_names(variant.map(), seed), language);
  return risk::Variant(variant.name(), variant.rules(), std::make_shared<const maps::Map>(named),
                       variant.own_deck(), variant.bred_for());
}

std::vector<Message> notes_on_letters(const risk::Variant& variant) {
  std::string names = variant.name();
  for (int t = 0; t < variant.territories(); ++t) names += variant.map().territory(t).name;
  for (const maps::Continent& continent : variant.map().continents()) names += continent.name;
  const std::string letters = kit::Canvas::letters_without_form(kit::Face::text, names);
  if (letters.empty()) return {};
  return {Message("the fonts of print have no form for these letters of the names: {}", letters)};
}

std::string kit_pdf(const risk::Variant& variant, const KitOptions& options) {
  return kit::one_pdf(variant.name(),
                      [&](const kit::Book& book) { draw_kit(variant, options, book); });
}

std::vector<KitPage> kit_pages(const risk::Variant& variant, const KitOptions& options) {
  std::vector<KitPage> pages;
  std::optional<kit::Canvas> canvas;
  std::map<std::string, int> counts;
  draw_kit(variant, options, [&](const std::string& name, kit::PaperSize size) -> kit::Canvas& {
    if (canvas) pages.back().svg = canvas->finish();
    pages.push_back({fmt::format("{}-{}", name, ++counts[name]), ""});
    return canvas.emplace(kit::Canvas::Format::svg, size.width, size.height, pages.back().name);
  });
  pages.back().svg = canvas->finish();
  return pages;
}

std::string kit_board(const risk::Variant& given, const KitOptions& options) {
  const risk::Variant variant = with_all_names(given, options.seed, options.language);
  const kit::Board board = lay_out(variant, options);
  kit::Canvas canvas(kit::Canvas::Format::svg, board.width(), board.height(), variant.name());
  board.draw(canvas);
  return canvas.finish();
}

}  // namespace evorisk::app
