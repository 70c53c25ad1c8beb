// The terminal of the people who play: reads lines, prints text.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/play/text_map.hpp"

namespace evorisk::app {

class Terminal {
 public:
  virtual ~Terminal() = default;
  virtual void print(std::string_view text) = 0;
  // Shows the prompt, waits for a line and returns it without '\n'. Returns nothing at the end of
  // the input or when the person interrupts.
  virtual std::optional<std::string> read_line(const std::string& prompt) = 0;
  // Whether the person wants the program to end (ctrl-C).
  virtual bool interrupted() = 0;
  // What the window can show now.
  virtual Looks looks() = 0;
};

// How the map is drawn, where there is a choice.
enum class Drawing {
  automatic,  // fine lines where the locale has them
  lines,
  plain,  // -, |, / and \ only
  list,   // no drawing
};

// Standard input, and a stream for output. Input that does not come from a terminal is echoed after
// its prompt, so that a transcript is complete. Colours are used only on a terminal that is not
// dumb, and not when NO_COLOR is set.
class StandardTerminal final : public Terminal {
 public:
  // `output`: the descriptor of the stream to which `write` writes without buffering.
  StandardTerminal(int output, std::function<void(std::string_view)> write,
                   const std::atomic<bool>& interruption, Drawing drawing)
      : output_(output), write_(std::move(write)), interruption_(interruption), drawing_(drawing) {}

  void print(std::string_view text) override { write_(text); }
  std::optional<std::string> read_line(const std::string& prompt) override;
  bool interrupted() override { return interruption_.load(); }
  Looks looks() override;

 private:
  int output_;
  std::function<void(std::string_view)> write_;
  const std::atomic<bool>& interruption_;
  Drawing drawing_;
  std::string input_;  // read, but not yet given out
  bool ended_ = false;
};

}  // namespace evorisk::app
