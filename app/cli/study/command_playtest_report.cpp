// evorisk playtest report: what people said of matches, against what was measured.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/report/playtest.hpp"
#include "base/files.hpp"

namespace evorisk::app {
namespace {

class PlaytestReportCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (!out_.empty()) refuse_existing(out_, force_);
    const auto playtests = experiments::read_playtests(
        directory_, matches_, seed_, threads_, {.stop = &context.interruption(), .progress = {}});
    if (!playtests) return context.interrupted("interrupted");
    const nlohmann::ordered_json json =
        playtest_json(*playtests, experiments::study_playtests(*playtests, smallest_));
    std::string text = playtest_text(json);
    if (!out_.empty()) {
      const std::string command =
          fmt::format("evorisk playtest report {} --matches {} --seed {} --smallest {:g} --out {}",
                      directory_, matches_, seed_, smallest_, out_);
      write_file(out_, playtest_page(json, command), Flush::to_system);
      text += out_ + '\n';
    }
    return context.result(json, text);
  }

  const std::string& directory_ = optional_argument("DIR", "results");
  const std::string& out_ = option("--out", "FILE.html");
  const double& smallest_ = number("--smallest", 0.3, 0.05, 0.95);
  const std::int64_t& matches_ = long_integer("--matches", 10000, 1, 1'000'000);
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
  const bool& force_ = force();
};

}  // namespace

const CommandRow playtest_report_command{"playtest report", make<PlaytestReportCommand>};

}  // namespace evorisk::app
