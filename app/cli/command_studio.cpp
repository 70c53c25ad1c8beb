// evorisk studio: the designer's studio, in the browser.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/commands.hpp"
#include "app/studio/server/http.hpp"
#include "app/studio/studio.hpp"
#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::app {
namespace {

bool is_letter_or_digit(unsigned char c) {
  return std::isalnum(c) != 0;
}

class StudioCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const bool loopback = host_ == "127.0.0.1" || host_ == "localhost" || host_ == "::1";
    if (!loopback && token_.size() < 8)
      throw InputError(
          "--host: others can reach that address; give a --token of at least 8 letters");
    if (!std::ranges::all_of(token_, is_letter_or_digit)) {
      throw InputError("--token: only letters and digits are possible");
    }
    if (directory_.empty()) {
      directory_ = "results";
      make_directory(directory_);
    }
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    Studio studio({.directory = directory_,
                   .threads = threads_,
                   .program = error ? "evorisk" : program.string(),
                   .web = web_});
    // Before the address is printed: from then on a signal must end the program cleanly.
    const std::atomic<bool>& interrupted = context.interruption();
    studio.log = [&context](const std::string& line) { context.note(line); };
    HttpServer server([&studio](const Request& request) { return studio.answer(request); },
                      [&studio](const Request& head) { return studio.body_of(head); });
    const int port = server.bind(host_, port_);
    studio.guard = {.port = port, .loopback = loopback, .token = token_};

    const std::string shown = host_.find(':') == std::string::npos ? host_ : "[" + host_ + "]";
    const std::string address =
        fmt::format("http://{}:{}/{}", shown, port, token_.empty() ? "" : "?token=" + token_);
    context.result({{"address", address}, {"directory", directory_}}, address + "\n");
    context.flush();
    std::jthread serving([&server] { server.run(); });
    while (!interrupted) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    studio.stop();
    server.stop();
    return Exit::done;
  }

  std::string& directory_ = optional_argument("DIR");
  const std::string& host_ = option("--host", "ADDRESS", "127.0.0.1");
  const int& port_ = integer("--port", 0, 0, 65535);
  const std::string& token_ = option("--token", "TEXT");
  const std::string& web_ = option("--web", "DIR");
  const int& threads_ = threads();
};

}  // namespace

const CommandRow studio_command{"studio", make<StudioCommand>};

}  // namespace evorisk::app
