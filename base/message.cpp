#include "base/message.hpp"

#include <fmt/args.h>

namespace evorisk {

std::string Message::text(const Wording& wording) const {
  const auto found = wording.texts.find(text_);
  const std::string& format = found == wording.texts.end() ? text_ : found->second;
  if (values_.empty()) return format;
  fmt::dynamic_format_arg_store<fmt::format_context> arguments;
  for (const Value& value : values_) {
    if (const auto* message = std::get_if<Message>(&value.value)) {
      arguments.push_back(message->text(wording));
    } else if (const auto* number = std::get_if<SeatNumber>(&value.value)) {
      arguments.push_back(number->seat + wording.first_seat);
    } else if (const auto* text = std::get_if<std::string>(&value.value)) {
      arguments.push_back(*text);
    } else if (const auto* real = std::get_if<double>(&value.value)) {
      arguments.push_back(*real);
    } else if (const auto* natural = std::get_if<std::uint64_t>(&value.value)) {
      arguments.push_back(*natural);
    } else {
      arguments.push_back(std::get<std::int64_t>(value.value));
    }
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
