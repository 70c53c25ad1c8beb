// evorisk sweep report: what a sweep says, as a page.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/report/pages.hpp"
#include "base/files.hpp"
#include "experiments/sweep/analysis.hpp"
#include "experiments/sweep/collect.hpp"

namespace evorisk::app {
namespace {

class SweepReportCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const experiments::SweepDirectory directory(directory_);
    const std::filesystem::path file = directory.path() / "sweep.sqlite";
    const std::filesystem::path report = directory.path() / "report.html";
    experiments::collect_sweep(directory, file);
    write_file(report, sweep_report(experiments::analyse_sweep(file), directory.sweep()));
    return context.result({{"report", report.string()}, {"collected", file.string()}},
                          report.string() + '\n');
  }

  const std::string& directory_ = argument("DIR");
};

}  // namespace

const CommandRow sweep_report_command{"sweep report", make<SweepReportCommand>};

}  // namespace evorisk::app
