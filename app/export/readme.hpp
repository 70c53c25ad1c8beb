// The text file beside exported files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/export/export.hpp"

namespace evorisk::app {

// How a program plays what a rule of the rulebook says.
struct OtherRule {
  std::string_view key;  // of the rules; of a sentence without a key, its topic
  Message instead;
};

class Readme {
 public:
  // Begins with the game's title, its designer and what it is.
  explicit Readme(const ExportSource& source);

  void heading(const Message& text);
  void paragraph(const Message& text);
  void item(const Message& text);
  void command(const std::string& line);  // for a shell
  // The rules of the variant: those that the program plays, and those that it plays in another way.
  void rules(const std::vector<OtherRule>& others);
  // All rules, for people who play by them.
  void rulebook();
  void notes(const std::vector<Message>& notes);

  NamedFile file() const { return {"README.txt", text_}; }

 private:
  const ExportSource& source_;
  std::string text_;
};

}  // namespace evorisk::app
