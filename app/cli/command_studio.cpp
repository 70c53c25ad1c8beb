// evorisk studio: the designer's studio, in the browser.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/studio/server/http.hpp"
#include "app/studio/studio.hpp"
#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::app {
namespace {

bool means_this_computer(const std::string& host) {
  return host == "127.0.0.1" || host == "localhost" || host == "::1";
}

class StudioCommand final : public Command {
 public:
  std::string name() const override { return "studio"; }
  std::string summary() const override {
    return "See, play, compare and edit variants in the browser";
  }
  std::string details() const override {
    return "Serves a page on the runs, variants, maps and records of matches below DIR, and prints "
           "its address, which a browser on this computer opens. Only this computer can reach it, "
           "unless --host says otherwise; then --token is needed, too, and part of the address. "
           "What is started, played and saved in it is written below DIR, in the files that the "
           "other commands read. ctrl-C ends it; evolutions that it has started then write a "
           "checkpoint, from which it or \"evorisk evolve --resume\" goes on.";
  }
  std::vector<std::string> examples() const override {
    return {"timeout -s INT 0.5 evorisk studio . || test $? = 124",
            "timeout -s INT 0.5 evorisk studio . --json || test $? = 124"};
  }

  void add_options(Options& options) override {
    options.optional_argument("DIR", directory_, "The directory with runs and variants [results]");
    options.option("--host", host_, "ADDRESS", "Listen on this address of this computer");
    options.integer("--port", port_, 0, 65535, "Listen on this port; 0: any that is free");
    options.option("--token", token_, "TEXT", "Ask whoever comes for this secret");
    options.option("--web", web_, "DIR", "Serve the page's files from here: for working on them");
    options.common({Common::threads});
  }

  Exit run(Context& context) override {
    const bool loopback = means_this_computer(host_);
    if (!loopback && token_.size() < 8)
      throw InputError(
          "--host: others can reach that address; give a --token of at least 8 letters");
    for (const char c : token_) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!plain) throw InputError("--token: only letters and digits are possible");
    }
    if (directory_.empty()) {
      directory_ = "results";
      make_directory(directory_);
    }
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    Studio studio({.directory = directory_,
                   .threads = context.threads,
                   .program = error ? "evorisk" : program.string(),
                   .web = web_});
    // Before the address is printed: from then on a signal must end the program cleanly.
    const std::atomic<bool>& interrupted = context.interruption();
    studio.log = [&context](const std::string& line) { context.note(line); };
    HttpServer server([&studio](const Request& request) { return studio.answer(request); });
    const int port = server.bind(host_, port_);
    studio.guard = {.port = port, .loopback = loopback, .token = token_};

    const std::string shown = host_.find(':') == std::string::npos ? host_ : "[" + host_ + "]";
    const std::string address =
        fmt::format("http://{}:{}/{}", shown, port, token_.empty() ? "" : "?token=" + token_);
    context.print({{"address", address}, {"directory", directory_}}, address + "\n");
    context.flush();
    std::jthread serving([&server] { server.run(); });
    while (!interrupted) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    studio.stop();
    server.stop();
    return Exit::done;
  }

 private:
  std::string directory_;
  std::string host_ = "127.0.0.1";
  int port_ = 0;
  std::string token_;
  std::string web_;
};

}  // namespace

std::unique_ptr<Command> make_studio_command() {
  return std::make_unique<StudioCommand>();
}

}  // namespace evorisk::app
