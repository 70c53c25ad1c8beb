// The errors that the program reports on the terminal. A contract breach inside the program is a
// std::logic_error; everything a user can cause is one of these.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "base/message.hpp"

namespace evorisk {

// An error with a message in several languages; what() is the English text.
class MessageError : public std::runtime_error {
 public:
  explicit MessageError(Message message)
      : std::runtime_error(message.text()),
        message_(std::make_shared<const Message>(std::move(message))) {}
  template <class First, class... Rest>
  explicit MessageError(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
      : MessageError(Message(format, std::forward<First>(first), std::forward<Rest>(rest)...)) {}

  const Message& message() const { return *message_; }

 private:
  std::shared_ptr<const Message> message_;  // shared: copies of an exception must not throw
};

// Invalid input: a broken file, an unknown key, a value out of range, a bad flag. The message is
// one complete sentence or two: where (file, JSON path), what was found, what would be valid.
// The command line prints it as it is and exits with 2.
class InputError : public MessageError {
 public:
  using MessageError::MessageError;
};

// The system refused: unwritable directory, full disk, a file that may not be read. Exit code 1.
class SystemError : public MessageError {
 public:
  using MessageError::MessageError;
};

// A file that is to be read is not there. Users name what is read, so the exit code is 2.
class MissingFile final : public SystemError {
 public:
  using SystemError::SystemError;
};

}  // namespace evorisk
