// Where people sit: lines come in, text goes out.
#pragma once

#include <string>
#include <string_view>

#include "app/cli.hpp"
#include "app/play/text_map.hpp"

namespace evorisk::app {

class Terminal {
 public:
  enum class Read { line, end, interrupted };

  virtual ~Terminal() = default;
  virtual void print(std::string_view text) = 0;
  // Shows the prompt and waits for a line, which comes without its end.
  virtual Read read_line(const std::string& prompt, std::string& line) = 0;
  // Whether the person wants the program to end (ctrl-C).
  virtual bool interrupted() = 0;
  // As the window is now.
  virtual Looks looks() = 0;
};

// How the map is drawn, where there is a choice.
enum class Drawing {
  automatic,  // fine lines where the locale has them
  lines,
  plain,  // -, |, / and \ only
  list,   // no drawing
};

// Standard input, and standard output; with --json, whose result standard output is for, standard
// error instead. A line that does not come from a terminal is shown again behind its prompt, so
// that a transcript is whole. Colours only on a terminal, and not when NO_COLOR is set or it is
// dumb.
class StandardTerminal final : public Terminal {
 public:
  StandardTerminal(Context& context, Drawing drawing);

  void print(std::string_view text) override;
  Read read_line(const std::string& prompt, std::string& line) override;
  bool interrupted() override;
  Looks looks() override;

 private:
  Context& context_;
  const std::atomic<bool>& interruption_;
  Drawing drawing_;
  std::string input_;  // read, but not yet given out
  bool ended_ = false;
};

}  // namespace evorisk::app
