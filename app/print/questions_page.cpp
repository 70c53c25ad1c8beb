// The questions after a match, on paper.
#include <fmt/format.h>

#include "app/print/board.hpp"
#include "app/print/canvas.hpp"
#include "app/print/flow.hpp"
#include "app/print/kit.hpp"
#include "experiments/playtest/answers.hpp"

namespace evorisk::app {
namespace {

using kit::Align;
using kit::Canvas;
using kit::Face;

constexpr double margin = 18;
constexpr double gutter = 10;
constexpr double row = 6.6;          // from question to question
constexpr double letters = 3.3;      // the size of text
constexpr double block_height = 67;  // of a player
constexpr double mark = 2.1;         // radius of a circle to cross

void underline(Canvas& canvas, double from, double to, double y) {
  canvas.polyline({{from, y}, {to, y}});
  canvas.stroke(kit::grey, 0.2);
}

// A text, and a line to write on up to `right`.
void blank(Canvas& canvas, double left, double right, double y, const std::string& text) {
  canvas.text(left, y, text, Face::text, letters, kit::ink);
  underline(canvas, left + canvas.measure(text, Face::text, letters).width + 1.5, right, y + 0.8);
}

class SheetPage {
 public:
  SheetPage(Canvas& canvas, const Wording& words, double width)
      : canvas_(canvas), words_(words), width_(width) {}

  void head(const risk::Variant& variant, const std::string& code) {
    canvas_.text(margin, 22, say("How was it?"), Face::title, 8, kit::ink);
    canvas_.text(margin, 29,
                 kit::shortened(canvas_, variant.name(), Face::italic, letters, width_ / 2),
                 Face::italic, letters, kit::grey);
    constexpr double box = 58;
    const double left = width_ - margin - box;
    canvas_.rectangle(left, 13, box, 17, 2);
    canvas_.stroke(kit::ink, 0.4);
    canvas_.text(left + box / 2, 17.6, say("Code of this match"), Face::text, 2.8, kit::grey,
                 Align::centre);
    canvas_.text(left + box / 2, 27, code, Face::bold, 8, kit::ink, Align::centre);
    canvas_.text(
        margin, 37,
        say("Cross one circle in each line: 1 is not at all, 5 is very. Player 1 moved first, "
            "the others follow in turn."),
        Face::text, letters, kit::ink);
    const double half = margin + (width_ - 2 * margin) * 0.56;
    blank(canvas_, margin, half - 4, 45, say("Minutes, with the setup and without breaks"));
    blank(canvas_, half, width_ - margin, 45, say("Turns of all players together, if counted"));
  }

  void player(int number) {
    const double column = (width_ - 2 * margin - gutter) / 2;
    const double left = margin + (number % 2) * (column + gutter);
    const double right = left + column;
    double y = 57 + static_cast<double>(number / 2) * block_height;
    const std::string title = say(Message("Player {}", number + 1));
    canvas_.text(left, y, title, Face::bold, 4, kit::ink);
    const double name = left + canvas_.measure(title, Face::bold, 4).width + 4;
    blank(canvas_, name, right, y, say("Name"));
    y += row + 0.6;
    for (const experiments::Question& question : experiments::questions()) {
      canvas_.text(left, y, say(Message(std::string(question.text))), Face::text, letters,
                   kit::ink);
      for (int answer = 1; answer <= experiments::highest_answer; ++answer) {
        const double x = right - mark - 6.4 * (experiments::highest_answer - answer);
        canvas_.circle(x, y - 1.1, mark);
        canvas_.stroke(kit::ink, 0.25);
        canvas_.text(x, y - 0.2, fmt::format("{}", answer), Face::text, 2.4, kit::grey,
                     Align::centre);
      }
      y += row;
    }
    canvas_.text(left, y, say("What would you change?"), Face::text, letters, kit::ink);
    underline(canvas_, left, right, y + 7);
    underline(canvas_, left, right, y + 14);
  }

  void foot(double height, const std::string& code) {
    canvas_.text(
        margin, height - 12,
        say(Message("Afterwards, for each player: {}",
                    fmt::format("evorisk playtest enter {} --seat 1 --who Ana --fun 4 ...", code))),
        Face::text, 2.8, kit::grey);
  }

 private:
  std::string say(const Message& message) const { return message.text(words_); }

  Canvas& canvas_;
  const Wording& words_;
  double width_;
};

}  // namespace

std::string sheet_pdf(const risk::Variant& variant, const KitOptions& options,
                      const std::string& code) {
  const kit::PaperSize paper = kit::paper_size(options.paper);
  Canvas canvas(Canvas::Format::pdf, paper.width, paper.height, variant.name());
  SheetPage page(canvas, wording(options.language), paper.width);
  page.head(variant, code);
  for (int player = 0; player < variant.players(); ++player) page.player(player);
  page.foot(paper.height, code);
  return canvas.finish();
}

}  // namespace evorisk::app
