// Mission cards.
#include "app/print/pages.hpp"
#include "app/text/words/mission_words.hpp"

namespace evorisk::app::kit {
namespace {

constexpr CardGrid mission_cards;
constexpr double mission_width = mission_cards.width;
constexpr double mission_height = mission_cards.height;
constexpr double mission_lead = 1.33;  // from line to line, in sizes of letters

// Lines about the middle of a card, the first one at `y`; returns where the next would be.
double draw_lines(Canvas& canvas, double middle, double y, const std::string& text, Face face,
                  double size, Colour colour) {
  for (const std::string& line : wrapped(canvas, text, face, size, mission_width - 11)) {
    canvas.text(middle, y, line, face, size, colour, Align::centre);
    y += mission_lead * size;
  }
  return y;
}

void draw_mission(const Subject& subject, Canvas& canvas, const risk::Mission& mission, double x,
                  double y) {
  const risk::Variant& variant = subject.variant;
  const Language language = subject.options.language;
  const double middle = x + mission_width / 2;
  canvas.rectangle(x + 2, y + 2, mission_width - 4, mission_height - 4, 2);
  canvas.stroke(ink, 0.4);
  canvas.rectangle(x + 3.2, y + 3.2, mission_width - 6.4, mission_height - 6.4, 1.2);
  canvas.stroke(hairline, 0.25);
  const auto lines = [&](const std::string& text, Face face, double size) {
    return static_cast<double>(wrapped(canvas, text, face, size, mission_width - 11).size());
  };
  canvas.text(middle, y + 10.3, subject.say("Mission"), Face::title, 5.5, ink, Align::centre);
  canvas.move(middle - 9, y + 12.6);
  canvas.line(middle + 9, y + 12.6);
  canvas.stroke(hairline, 0.25);
  const std::string words = mission_card_words(mission, variant.map(), language);
  if (mission.kind == risk::Mission::Kind::destroy) {
    draw_seat_sign(subject, canvas, mission.seat, middle, y + 18.6, 8.5);
    const std::string otherwise =
        mission_otherwise_words(variant.deck().otherwise, variant.map(), language);
    // As large as stays above the rim.
    constexpr double room = mission_height - 26.5 - 6;
    double factor = 1;
    while (factor > 0.6 && mission_lead * factor *
                                   (3.2 * (lines(words, Face::text, 3.2 * factor) - 1) +
                                    2.6 * (lines(otherwise, Face::italic, 2.6 * factor) + 1)) >
                               room)
      factor -= 0.04;
    const double below = draw_lines(canvas, middle, y + 26.5, words, Face::text, 3.2 * factor, ink);
    draw_lines(canvas, middle, below + 1.2, otherwise, Face::italic, 2.6 * factor, grey);
    return;
  }
  constexpr double size = 3.5;
  draw_lines(canvas, middle,
             y + 36 - 0.5 * mission_lead * size * (lines(words, Face::text, size) - 1), words,
             Face::text, size, ink);
}

}  // namespace

void mission_pages(const Subject& subject, Book& book) {
  card_grid_pages(subject, book, "missions", mission_cards, subject.variant.missions(),
                  [&](Canvas& canvas, int number, double x, double y) {
                    draw_mission(subject, canvas, subject.variant.mission(number), x, y);
                  });
}

}  // namespace evorisk::app::kit
