#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/report/pages.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "ga/run/run.hpp"

namespace evorisk::app {

namespace {

class ReportCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const std::filesystem::path report =
        experiments::holds_shortlist(directory_)
            ? write_collection_report(directory_, experiments::read_collection(directory_))
        : ga::is_merged(directory_) ? write_archive_report(directory_)
                                    : write_run_report(directory_);
    return context.result({{"report", report.string()}}, report.string() + '\n');
  }

  const std::string& directory_ = argument("DIR");
};

}  // namespace

const CommandRow report_command{"report", make<ReportCommand>};

}  // namespace evorisk::app
