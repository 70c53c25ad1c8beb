// Texts for people that can be written in several languages.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace evorisk {

// The language of texts. The default is English.
struct Wording {
  // Maps English format texts to translations, which take the same values in any order ("{1},
  // {0}"). A text without a translation stays English.
  std::map<std::string, std::string, std::less<>> texts;
};

// A seat, which texts count from 1, and files and the program from 0.
struct SeatNumber {
  int seat;
  int counted() const { return seat + 1; }
};

// An English format text (in the syntax of fmt), which is also its name in the catalogues of other
// languages, and the values that go into it: numbers, texts (names, and other data that is the same
// in every language) and further messages.
class Message {
 public:
  struct Value;

  Message();
  // A text without values: not a format, so braces stand for themselves.
  Message(std::string text);
  Message(std::string_view text);
  Message(const char* text);

  template <class First, class... Rest>
  Message(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest);
  // The same for a format text that is read from data.
  Message(std::string format, std::vector<Value> values);

  // The text in this wording. With the default wording, the same bytes as fmt::format, but for
  // texts of over 2,000 bytes among the values, which are cut.
  std::string text(const Wording& wording = {}) const;
  operator std::string() const { return text(); }

  bool empty() const { return text_.empty(); }
  const std::string& format() const { return text_; }

  friend bool operator==(const Message& a, const Message& b) { return a.text() == b.text(); }

 private:
  std::string text_;
  std::vector<Value> values_;
};

struct Message::Value {
  std::variant<std::int64_t, std::uint64_t, double, SeatNumber, std::string, Message> value;
};

// All messages, with the text `between` between each two: "{}, {}".
Message joined(const std::vector<Message>& messages, std::string_view between);

}  // namespace evorisk

// Formats the English text, for output that is not translated.
template <>
struct fmt::formatter<evorisk::Message> : fmt::formatter<std::string_view> {
  auto format(const evorisk::Message& message, fmt::format_context& context) const {
    return fmt::formatter<std::string_view>::format(message.text(), context);
  }
};

template <>
struct fmt::formatter<evorisk::SeatNumber> : fmt::formatter<int> {
  auto format(const evorisk::SeatNumber& number, fmt::format_context& context) const {
    return fmt::formatter<int>::format(number.counted(), context);
  }
};

namespace evorisk {

inline Message::Message() = default;
inline Message::Message(std::string text) : text_(std::move(text)) {}
inline Message::Message(std::string_view text) : text_(text) {}
inline Message::Message(const char* text) : text_(text) {}
inline Message::Message(std::string format, std::vector<Value> values)
    : text_(std::move(format)), values_(std::move(values)) {}

template <class T>
Message::Value message_value(T&& value) {
  using Plain = std::remove_cvref_t<T>;
  if constexpr (std::is_same_v<Plain, Message> || std::is_same_v<Plain, SeatNumber>) {
    return {std::forward<T>(value)};
  } else if constexpr (std::is_same_v<Plain, bool> || std::is_same_v<Plain, char> ||
                       std::is_enum_v<Plain>) {
    return {fmt::format("{}", value)};
  } else if constexpr (std::is_floating_point_v<Plain>) {
    return {static_cast<double>(value)};
  } else if constexpr (std::is_unsigned_v<Plain>) {
    return {static_cast<std::uint64_t>(value)};
  } else if constexpr (std::is_integral_v<Plain>) {
    return {static_cast<std::int64_t>(value)};
  } else if constexpr (std::is_constructible_v<std::string, T>) {
    return {std::string(std::forward<T>(value))};
  } else {
    return {fmt::format("{}", std::forward<T>(value))};
  }
}

template <class First, class... Rest>
Message::Message(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
    : text_(fmt::string_view(format).data(), fmt::string_view(format).size()) {
  values_.reserve(1 + sizeof...(Rest));
  values_.push_back(message_value(std::forward<First>(first)));
  (values_.push_back(message_value(std::forward<Rest>(rest))), ...);
}

}  // namespace evorisk
