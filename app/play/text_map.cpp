#include "app/play/text_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "maps/layout/layout.hpp"

namespace evorisk::app {
namespace {

constexpr int most_rows = 44;
// Wider drawings are no clearer.
int widest(int territories) {
  return std::min(30 + 4 * territories, 160);
}
constexpr int most_troops_shown = 999;

struct SeatLooks {
  char open;
  char close;
  const char* colours;  // ANSI: on a background
};
constexpr SeatLooks seat_looks[risk::max_players] = {
    {'(', ')', "97;44"}, {'[', ']', "97;41"}, {'{', '}', "30;42"},
    {'<', '>', "30;43"}, {'/', '/', "97;45"}, {'|', '|', "30;46"},
};

// Characters, and whose label each is part of (-1: no label).
class TextCanvas {
 public:
  TextCanvas(int columns, int rows, bool unicode)
      : columns_(columns),
        rows_(rows),
        unicode_(unicode),
        dots_(static_cast<std::size_t>(columns * rows)),
        lines_(dots_.size(), ' '),
        seats_(dots_.size(), none) {}

  // From middle to middle, in characters.
  void line(maps::Point from, maps::Point to, bool dotted) {
    if (unicode_) {
      fine_line(from, to, dotted);
    } else {
      plain_line(from, to, dotted);
    }
  }

  void label(int column, int row, const std::string& text, int seat) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::size_t at = index(column + static_cast<int>(i), row);
      lines_[at] = text[i];
      seats_[at] = seat;
    }
  }

  std::string text(bool colours) const {
    std::string text;
    for (int row = 0; row < rows_; ++row) {
      std::string line;
      int column = 0;
      while (column < columns_) {
        const int seat = seats_[index(column, row)];
        std::string run;
        for (; column < columns_ && seats_[index(column, row)] == seat; ++column)
          run += glyph(index(column, row));
        line += seat >= 0 ? in_colours(run, seat, colours) : run;
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
    return text;
  }

 private:
  static constexpr int none = -2;

  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row * columns_ + column);
  }

  std::string glyph(std::size_t at) const {
    if (seats_[at] != none || dots_[at] == 0) return std::string(1, lines_[at]);
    const unsigned code = 0x2800u + dots_[at];
    return {static_cast<char>(0xe0u | code >> 12), static_cast<char>(0x80u | (code >> 6 & 0x3fu)),
            static_cast<char>(0x80u | (code & 0x3fu))};
  }

  // In dots: two by four to a character.
  void fine_line(maps::Point from, maps::Point to, bool dotted) {
    constexpr unsigned char dot[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    const double from_x = 2 * from.x + 0.5;
    const double from_y = 4 * from.y + 1.5;
    const double dx = 2 * (to.x - from.x);
    const double dy = 4 * (to.y - from.y);
    const int steps = std::max(1, static_cast<int>(std::max(std::abs(dx), std::abs(dy))));
    for (int i = 0; i <= steps; ++i) {
      if (dotted && i % 4 > 0) continue;
      const int x = static_cast<int>(std::lround(from_x + dx * i / steps));
      const int y = static_cast<int>(std::lround(from_y + dy * i / steps));
      if (x < 0 || y < 0 || x >= 2 * columns_ || y >= 4 * rows_) continue;
      unsigned char& cell = dots_[index(x / 2, y / 4)];
      cell = static_cast<unsigned char>(cell | dot[y % 4][x % 2]);
    }
  }

  // In characters, each by the step that leads to it.
  void plain_line(maps::Point from, maps::Point to, bool dotted) {
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const int steps =
        std::max(1, static_cast<int>(std::lround(std::max(std::abs(dx), std::abs(dy)))));
    const auto at = [&](double i) {
      return std::pair(static_cast<int>(std::lround(from.x + dx * i / steps)),
                       static_cast<int>(std::lround(from.y + dy * i / steps)));
    };
    for (int i = 0; i <= steps; ++i) {
      const auto [x, y] = at(i);
      const auto [was_x, was_y] = at(i - 1);
      const bool across = x != was_x;
      const bool down = y != was_y;
      const bool falls = (dx > 0) == (dy > 0);
      char c = across && down ? (falls ? '\\' : '/') : (across ? '-' : '|');
      if (dotted) c = across ? '.' : ':';
      lines_[index(x, y)] = c;
    }
  }

  int columns_;
  int rows_;
  bool unicode_;
  std::vector<unsigned char> dots_;  // Braille patterns
  std::string lines_;
  std::vector<int> seats_;
};

}  // namespace

std::string territory_mark(const risk::State& state, int territory) {
  const int owner = state.owner(territory);
  if (owner < 0) return fmt::format(" {} ", territory);
  const SeatLooks& looks = seat_looks[owner];
  const int troops = state.troops(territory);
  return fmt::format("{}{}:{}{}", looks.open, territory,
                     troops > most_troops_shown ? ">1k" : std::to_string(troops), looks.close);
}

std::string seat_mark(int seat) {
  return {seat_looks[seat].open, ' ', seat_looks[seat].close};
}

std::string in_colours(const std::string& text, int seat, bool colours) {
  if (!colours) return text;
  return fmt::format("\x1b[{}m{}\x1b[0m", seat_looks[seat].colours, text);
}

std::string in_seat_colours(const std::string& sentence, bool colours) {
  constexpr std::size_t words = 6;
  if (!sentence.starts_with("Seat ") || sentence.size() <= words) return sentence;
  const int seat = sentence[words - 1] - '1';
  if (seat < 0 || seat >= risk::max_players) return sentence;
  return in_colours(sentence.substr(0, words), seat, colours) + sentence.substr(words);
}

std::optional<std::string> TextMap::draw(const risk::State& state, const Looks& looks) {
  const int count = map_->territory_count();
  if (count > largest_drawn_map) return std::nullopt;
  if (columns_ != looks.columns) {
    columns_ = looks.columns;
    if (positions_.empty()) positions_ = maps::layout(*map_);
    const auto label =
        static_cast<int>(fmt::formatted_size("({}:{})", count - 1, most_troops_shown));
    grid_ =
        place_labels(*map_, positions_, label, std::min(columns_ - 1, widest(count)), most_rows);
  }
  if (!grid_) return std::nullopt;
  TextCanvas canvas(grid_->columns, grid_->rows, looks.unicode);
  for (const maps::Border& border : map_->borders()) {
    canvas.line(grid_->middle(border.a), grid_->middle(border.b),
                map_->continent_of(border.a) != map_->continent_of(border.b));
  }
  for (int t = 0; t < count; ++t) {
    const std::string text = territory_mark(state, t);
    const LabelGrid::Cell& cell = grid_->cell(t);
    const int shift = (grid_->label - static_cast<int>(text.size())) / 2;
    canvas.label(cell.column + shift, cell.row, text, state.owner(t));
  }
  return canvas.text(looks.colours);
}

}  // namespace evorisk::app
