// Cards, troops and the rulebook, as pictures and pages for tables on a screen.
#pragma once

#include <functional>
#include <string>

#include "app/export/export.hpp"
#include "app/print/pages.hpp"

namespace evorisk::app {

inline constexpr kit::CardGrid table_card;  // the size of a card, in millimetres

// Draws with the upper left corner at (x, y).
using DrawPiece = std::function<void(kit::Canvas& canvas, double x, double y)>;

DrawPiece territory_card(const ExportSource& source, int territory);
DrawPiece mission_card(const ExportSource& source, int mission);
// With the game's name.
DrawPiece card_back(const ExportSource& source);

// PNG of one card, and of many in rows on white.
std::string card_png(const DrawPiece& card, double resolution);
std::string sheet_png(const std::vector<DrawPiece>& cards, int columns, int rows,
                      double resolution);

// Troops of a player, worth 1, 5 or 10.
std::string troops_png(const ExportSource& source, int player, int worth, double resolution);
inline constexpr int troops_worth[] = {1, 5, 10};

// Rules, odds and reference card, without what is only printed.
std::string rules_pdf(const ExportSource& source);

}  // namespace evorisk::app
