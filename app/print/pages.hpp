// The pages of a kit, and the drawing functions that they share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/print/board.hpp"
#include "app/print/canvas.hpp"
#include "app/print/flow.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::app::kit {

// Begins the next page, of this name and size, in whatever format the kit has. The canvas is valid
// until the next page begins.
using Book = std::function<Canvas&(const std::string& name, PaperSize size)>;

// The pages that `draw` makes, at least one, as one PDF of this title.
std::string one_pdf(const std::string& title, const std::function<void(const Book& book)>& draw);

// What all pages share.
struct Subject {
  const risk::Variant& variant;  // with names
  KitOptions options;
  const Board& board;

  PaperSize paper() const { return paper_size(options.paper); }
  const Wording& words() const { return wording(options.language); }
  std::string say(const Message& message) const { return message.text(words()); }
  template <class First, class... Rest>
  std::string say(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) const {
    return say(Message(format, std::forward<First>(first), std::forward<Rest>(rest)...));
  }
};

// The most players for the material of the kit: each needs a territory and, in variants with
// missions, a mission card.
int most_players(const risk::Variant& variant);

// The rules in words, as people play them: the limit of turns is a matter of agreement.
std::vector<risk::RuleSentence> rules_at_table(const risk::Rules& rules);

void rulebook_pages(const Subject& subject, const Book& book);
void odds_page(const Subject& subject, const Book& book);
// Where on the board the sign of a sheet covers no name, no circle and nothing of the legend: as
// large as can be, but for `most`, its radius; then as near to the sheet's middle.
maps::Disc place_of_sign(const Board& board, int column, int row, double most);
void assembly_page(const Subject& subject, const Book& book);
void board_pages(const Subject& subject, const Book& book);
void card_pages(const Subject& subject, const Book& book);
void reference_page(const Subject& subject, const Book& book);
void mission_pages(const Subject& subject, const Book& book);  // none without missions
void token_pages(const Subject& subject, const Book& book);

// The sign of a player's troops, in its colour and shape, about (x, y), within `size`.
void draw_seat_sign(const Subject& subject, Canvas& canvas, int player, double x, double y,
                    double size);

// Troops of 1, 5 or 10 to cut out, and the colour of a player's.
inline constexpr double token_side = 15;
Colour seat_colour(int player);
void draw_token(const Subject& subject, Canvas& canvas, int player, int worth, double x, double y);

// A die showing a number of eyes, with its upper left corner at (x, y).
void draw_die(Canvas& canvas, double x, double y, double side, int eyes, Colour face, Colour eye);

// The symbols of cards: 0 infantry, 1 cavalry, 2 artillery; about (x, y), within `size`.
void draw_symbol(Canvas& canvas, double x, double y, double size, int symbol, Colour colour);

// The title of a page, and what is below it.
void page_head(const Subject& subject, Canvas& canvas, const std::string& title,
               const std::string& note);

// Draws lines of small grey text from `y` on; returns the y of the next line.
double draw_note(const Subject& subject, Canvas& canvas, double y, const std::string& text);

// Cut marks at the corners of a grid of equal parts.
void cut_marks(Canvas& canvas, double left, double top, double width, double height, int columns,
               int rows);

// A page of equal cards to cut out.
struct CardGrid {
  int columns = 4;
  int rows = 4;
  double width = 44;  // of a card, in millimetres
  double height = 62;
};

// Cards of that size, with their upper left corner at (x, y).
void draw_territory_card(const Subject& subject, Canvas& canvas, int territory, double x, double y);
void draw_mission_card(const Subject& subject, Canvas& canvas, const risk::Mission& mission,
                       double x, double y);

// As many pages as `count` cards need; draws each with draw(canvas, number, left, top).
void card_grid_pages(const Subject& subject, const Book& book, const std::string& name,
                     const CardGrid& grid, int count,
                     const std::function<void(Canvas&, int, double, double)>& draw);

// An example fight for the rulebook, with its dice.
struct ExampleRoll {
  std::vector<int> attack;   // eyes, highest first
  std::vector<int> defence;  // likewise
  int attacker_loses = 0;
  int defender_loses = 0;
  int attackers_left = 0;  // in the two territories after this roll
  int defenders_left = 0;
};

struct Example {
  int from = 0;
  int to = 0;
  int attackers = 0;  // troops when it begins
  int defenders = 0;
  std::vector<ExampleRoll> rolls;  // one to four
  bool conquered = false;
  int moves = 0;  // troops that enter
};

// A fight between two neighbours of the map by the variant's rules. Prefers one with a conquest in
// the second or third roll and losses on both sides.
Example example_fight(const risk::Variant& variant, std::uint64_t seed);

// The result of a roll, and the end of the fight, in sentences.
Message example_words(const ExampleRoll& roll);
Message example_ending(const Example& example, const risk::Variant& variant);

}  // namespace evorisk::app::kit
