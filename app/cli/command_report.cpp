#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/report/pages.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "ga/run/run.hpp"

namespace evorisk::app {

namespace {

class ReportCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const bool shortlist = experiments::holds_shortlist(directory_);
    if (!published_.empty()) return publish(shortlist, context);
    const std::filesystem::path report =
        shortlist ? write_collection_report(directory_, experiments::read_collection(directory_))
        : ga::is_merged(directory_) ? write_archive_report(directory_)
                                    : write_run_report(directory_);
    return context.result({{"report", report.string()}}, report.string() + '\n');
  }

  // The page and the variants of a shortlist without its runs.
  Exit publish(bool shortlist, Context& context) const {
    if (!shortlist) {
      throw InputError("--publish: {} holds no shortlist, whose page could be published",
                       directory_);
    }
    experiments::Collection collection = experiments::read_collection(directory_);
    for (experiments::Exhibit& exhibit : collection.exhibits) exhibit.run.clear();
    const std::filesystem::path page = std::filesystem::path(published_) / "index.html";
    refuse_existing(page, force_);
    publish_collection(published_, collection);
    return context.result({{"report", page.string()}}, page.string() + '\n');
  }

  const std::string& directory_ = argument("DIR");
  const std::string& published_ = option("--publish", "OUT");
  const bool& force_ = force();
};

}  // namespace

const CommandRow report_command{"report", make<ReportCommand>};

}  // namespace evorisk::app
