// A sheet on which the people of one printed match say how it was.
#include <fmt/format.h>

#include <algorithm>

#include "app/print/pages.hpp"
#include "experiments/playtest/answers.hpp"

namespace evorisk::app::kit {
namespace {

constexpr double sheet_left = 18;
constexpr double question_width = 54;
constexpr double answer_row = 17;

// A line to write on, after what belongs there.
void draw_blank(const Subject& subject, Canvas& canvas, double x, double y, double width,
                const Message& label) {
  const std::string text = subject.say(label);
  canvas.text(x, y, text, Face::text, 3.6, ink);
  canvas.move(x + canvas.measure(text, Face::text, 3.6).width + 2, y + 0.6);
  canvas.line(x + width, y + 0.6);
  canvas.stroke(hairline, 0.3);
}

}  // namespace

void draw_answer_sheet(const Subject& subject, Canvas& canvas, const std::string& code) {
  const double right = subject.paper().width - sheet_left;
  const int players = subject.variant.players();
  page_head(subject, canvas, subject.say(Message("How was it?")), "");
  canvas.text(right, 32, code, Face::bold, 8, ink, Align::right);
  double y = 31;
  for (const std::string& line :
       wrapped(canvas,
               subject.say(Message("Circle a number in your column: 1 not at all, 5 very. Whoever "
                                   "keeps the answers types them in under the code.")),
               Face::text, 3.4, right - sheet_left - 62)) {
    canvas.text(sheet_left, y, line, Face::text, 3.4, grey);
    y += 4.8;
  }

  const double column = (right - sheet_left - question_width) / players;
  y = 56;
  for (int seat = 0; seat < players; ++seat) {
    const double middle = sheet_left + question_width + (seat + 0.5) * column;
    draw_seat_sign(subject, canvas, seat, middle, y - 10, 6);
    canvas.text(middle, y - 3, fmt::format("{} · {}", subject.say(seat_name(seat)), seat),
                Face::text, 3, grey, Align::centre);
    canvas.move(middle - column / 2, y);
    canvas.line(middle - column / 2,
                y + answer_row * static_cast<double>(experiments::questions().size()));
    canvas.stroke(hairline, 0.25);
  }
  for (const experiments::Question& question : experiments::questions()) {
    canvas.move(sheet_left, y);
    canvas.line(right, y);
    canvas.stroke(hairline, 0.25);
    double line = y + answer_row / 2 + 1.2;
    for (const std::string& part : wrapped(canvas, subject.say(Message(std::string(question.text))),
                                           Face::bold, 4, question_width - 4)) {
      canvas.text(sheet_left, line, part, Face::bold, 4, ink);
      line += 5;
    }
    for (int seat = 0; seat < players; ++seat) {
      const double step = std::min(6.5, column / 5.4);
      const double middle = sheet_left + question_width + (seat + 0.5) * column;
      for (int answer = 1; answer <= 5; ++answer) {
        canvas.text(middle + (answer - 3) * step, y + answer_row / 2 + 1.4,
                    fmt::format("{}", answer), Face::text, 4, ink, Align::centre);
      }
    }
    y += answer_row;
  }
  canvas.move(sheet_left, y);
  canvas.line(right, y);
  canvas.stroke(hairline, 0.25);
  y += 14;
  const double half = (right - sheet_left - 8) / 2;
  draw_blank(subject, canvas, sheet_left, y, half, "Minutes, setup and all:");
  draw_blank(subject, canvas, sheet_left + half + 8, y, half, "Who won:");
  y += 14;
  draw_blank(subject, canvas, sheet_left, y, right - sheet_left, "What would you change?");
  for (int line = 0; line < 5; ++line) {
    y += 10;
    canvas.move(sheet_left, y);
    canvas.line(right, y);
    canvas.stroke(hairline, 0.3);
  }
  draw_note(
      subject, canvas, y + 12,
      fmt::format("evorisk playtest enter VARIANT --code {} --seat 0 --fun 4 --fair 5 ...", code));
}

}  // namespace evorisk::app::kit
