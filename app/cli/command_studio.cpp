// evorisk studio: the designer's studio, in the browser; and a table for friends.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/studio/server/address.hpp"
#include "app/studio/server/http.hpp"
#include "app/studio/server/secret.hpp"
#include "app/studio/studio.hpp"
#include "app/text/lists.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "risk/agent.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int port_of_tables = 8642;  // the same again after an end, so that links hold

bool is_letter_or_digit(unsigned char c) {
  return std::isalnum(c) != 0;
}

class StudioCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const bool table = !table_.empty();
    const std::string host = !host_.empty() ? host_ : table ? "0.0.0.0" : "127.0.0.1";
    const bool loopback = is_loopback(host);
    std::string token = token_;
    if (!loopback && table && token.empty()) token = new_secret();
    check(loopback, token);
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
    const int port = bind(server, host);
    studio.guard = {.port = port, .loopback = loopback, .token = token};
    const std::string address = web_address(is_every_address(host) ? own_address() : host, port);
    studio.found_at(address, !loopback);
    tell(context, studio, address, token);
    std::jthread serving([&server] { server.run(); });
    while (!interrupted) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    studio.stop();
    server.stop();
    return Exit::done;
  }

  void check(bool loopback, const std::string& token) const {
    if (!loopback && token.size() < 8)
      throw InputError(
          "--host: others can reach that address; give a --token of at least 8 letters");
    if (!std::ranges::all_of(token_, is_letter_or_digit)) {
      throw InputError("--token: only letters and digits are possible");
    }
    if (table_.empty() && (!agents_.empty() || source_.changes_rules() || source_.names_map()))
      throw InputError("--agents, --map, --preset and --set are of a table; give --table, too");
    if (table_.empty() && timer_) throw InputError("--timer is of a table; give --table, too");
  }

  int bind(HttpServer& server, const std::string& host) const {
    if (table_.empty() || port_ != 0) return server.bind(host, port_);
    try {
      return server.bind(host, port_of_tables);
    } catch (const SystemError&) {
      return server.bind(host, 0);
    }
  }

  // The table that is asked for: a new one, or that of a record.
  std::shared_ptr<Table> open_table(Studio& studio) const {
    Tables& tables = studio.tables();
    const std::filesystem::path root = std::filesystem::canonical(directory_);
    if (table_.ends_with(".jsonl")) {
      if (!agents_.empty() || source_.changes_rules() || source_.names_map())
        throw InputError(
            "--table: a record has its agents, map and rules; leave out --agents, --map, --preset "
            "and --set");
      std::error_code none;
      const auto file = std::filesystem::canonical(table_, none);
      auto found = tables.table(none ? table_ : file.lexically_relative(root).string());
      // Who was invited once, or not any more, stays so.
      if (!file_exists(guests_file(found->file())))
        tables.change(found, [](Table& at) { at.invite_all(); });
      return found;
    }
    const risk::Variant variant = source_.resolve(table_);
    std::vector<std::string> agents{std::string(risk::person_agent)};
    if (!agents_.empty()) agents = split_agents(agents_);
    agents = risk::agents_for_seats(std::move(agents), variant.players(), "--agents");
    refuse_outside_agents(agents);
    require_person(agents);
    return tables.table(tables.begin(variant, agents, secret_seed(), true));
  }

  void tell(Context& context, Studio& studio, const std::string& address,
            const std::string& token) const {
    std::string own = address + (token.empty() ? "/" : "/?token=" + token);
    const auto table = table_.empty() ? nullptr : open_table(studio);
    if (table && timer_) {
      studio.tables().change(table,
                             [this](Table& at) { at.set_seconds(static_cast<int>(*timer_)); });
    }
    if (table) {
      const auto root = std::filesystem::canonical(directory_);
      own += "#/play?id=" + table->file().lexically_relative(root).generic_string();
    }
    Json json = {{"address", own}, {"directory", directory_}};
    std::string text = own + "\n";
    if (table) {
      const std::string file = table->file().string();
      Json& seats = json["seats"] = Json::array();
      for (std::size_t seat = 0; seat < table->guests().seats.size(); ++seat) {
        const std::string& link = table->guests().seats[seat].link;
        seats.push_back(link.empty() ? Json() : Json(address + "/table#" + link));
        if (!link.empty()) text += fmt::format("seat {}: {}/table#{}\n", seat + 1, address, link);
      }
      const std::string& watchers = table->guests().watchers;
      json["watchers"] =
          watchers.empty() ? Json() : Json(fmt::format("{}/table#{}", address, watchers));
      json["record"] = file;
      json["timer"] = table->guests().seconds;
      if (!watchers.empty()) text += fmt::format("to look on: {}/table#{}\n", address, watchers);
      context.note(fmt::format(
          "the first address is yours alone; the same table again: evorisk studio {} --table {}",
          directory_, file));
    }
    context.result(json, text);
    context.flush();
  }

  std::string& directory_ = optional_argument("DIR");
  const std::string& table_ = option("--table", "VARIANT");
  const VariantOptions source_{*this};
  const std::string& agents_ = option("--agents", "A,B");
  const std::optional<std::int64_t>& timer_ = optional_integer("--timer", 0, most_seconds);
  const std::string& host_ = option("--host", "ADDRESS");
  const int& port_ = integer("--port", 0, 0, 65535);
  const std::string& token_ = option("--token", "TEXT");
  const std::string& web_ = option("--web", "DIR");
  const int& threads_ = threads();
};

}  // namespace

const CommandRow studio_command{"studio", make<StudioCommand>};

}  // namespace evorisk::app
