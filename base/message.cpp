#include "base/message.hpp"

#include <fmt/args.h>

#include "base/utf8.hpp"

namespace evorisk {

// What a file holds may be of any length; a message shows no more of it.
constexpr std::size_t longest_value = 2000;

std::string Message::text(const Wording& wording) const {
  const auto found = wording.texts.find(text_);
  const std::string& format = found == wording.texts.end() ? text_ : found->second;
  if (values_.empty()) return format;
  fmt::dynamic_format_arg_store<fmt::format_context> arguments;
  for (const Value& value : values_) {
    const auto add = [&](const auto& own) {
      using Own = std::remove_cvref_t<decltype(own)>;
      if constexpr (std::is_same_v<Own, Message>) {
        arguments.push_back(own.text(wording));
      } else if constexpr (std::is_same_v<Own, SeatNumber>) {
        arguments.push_back(own.counted());
      } else if constexpr (std::is_same_v<Own, std::string>) {
        arguments.push_back(shortened(own, longest_value));
      } else {
        arguments.push_back(own);
      }
    };
    std::visit(add, value.value);
  }
  return fmt::vformat(format, arguments);
}

Message joined(const std::vector<Message>& messages, std::string_view between) {
  Message all;
  for (std::size_t i = 0; i < messages.size(); ++i)
    all = i == 0 ? messages[i] : Message("{}{}{}", std::move(all), between, messages[i]);
  return all;
}

}  // namespace evorisk
