#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/report/archive_report.hpp"
#include "app/report/run_report.hpp"
#include "ga/run/run.hpp"

namespace evorisk::app {

namespace {

class ReportCommand : public Command {
 public:
  std::string name() const override { return "report"; }
  std::string summary() const override {
    return "Write the report of a finished evolution or a merged archive again";
  }
  std::vector<std::string> examples() const override {
    return {
        "evorisk evolve --set generations=1 --set population=4 --set tournament=2 --set "
        "final.matches=100 --quiet --out run && evorisk report run",
        "evorisk report run --json"};
  }

  void add_options(Options& options) override {
    options.argument("DIR", directory_, "Directory of a finished run, or of a merged archive");
  }

  Exit run(Context& context) override {
    const std::filesystem::path report =
        ga::is_merged(directory_) ? write_archive_report(directory_) : write_run_report(directory_);
    context.print({{"report", report.string()}}, report.string() + '\n');
    return Exit::done;
  }

 private:
  std::string directory_;
};

}  // namespace

std::unique_ptr<Command> make_report_command() {
  return std::make_unique<ReportCommand>();
}

}  // namespace evorisk::app
