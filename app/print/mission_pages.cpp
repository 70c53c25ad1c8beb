// Mission cards.
#include "app/print/pages.hpp"
#include "app/words/mission_words.hpp"

namespace evorisk::app::kit {
namespace {

constexpr int mission_columns = 4;
constexpr int mission_rows = 4;
constexpr double mission_width = 44;
constexpr double mission_height = 62;
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
  canvas.text(middle, y + 10.3, subject.say("Mission", "Missão"), Face::title, 5.5, ink,
              Align::centre);
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
  const PaperSize paper = paper_size(subject.options.paper);
  const double left = (paper.width - mission_columns * mission_width) / 2;
  const double top = (paper.height - mission_rows * mission_height) / 2;
  constexpr int each = mission_columns * mission_rows;
  for (int first = 0; first < subject.variant.missions(); first += each) {
    Canvas& canvas = book.page("missions", paper.width, paper.height);
    cut_marks(canvas, left, top, mission_columns * mission_width, mission_rows * mission_height,
              mission_columns, mission_rows);
    for (int k = 0; k < each && first + k < subject.variant.missions(); ++k)
      draw_mission(subject, canvas, subject.variant.mission(first + k),
                   left + (k % mission_columns) * mission_width,
                   top + static_cast<double>(k / mission_columns) * mission_height);
  }
}

}  // namespace evorisk::app::kit
