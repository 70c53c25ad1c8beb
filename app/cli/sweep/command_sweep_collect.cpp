// evorisk sweep collect: everything a sweep has measured, in one SQLite file.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/cli/commands.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/sweep/collect.hpp"

namespace evorisk::app {
namespace {

class SweepCollectCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const experiments::SweepDirectory directory(directory_);
    const std::filesystem::path file =
        file_.empty() ? directory.path() / "sweep.sqlite" : std::filesystem::path(file_);
    if (!file_.empty()) refuse_existing(file, force_);
    std::error_code none;
    for (const char* own : {"sweep.json", "claims"}) {
      if (std::filesystem::equivalent(file, directory.path() / own, none))
        throw InputError("--out: {} is a file of the sweep itself", file_);
    }
    const experiments::Collected counts = experiments::collect_sweep(directory, file);
    if (counts.missing > 0 && !context.json) {
      context.note(
          fmt::format("{} of {} runs are missing", counts.missing, directory.sweep().runs()));
    }
    return context.result({{"file", file.string()},
                           {"done", counts.done},
                           {"failed", counts.failed},
                           {"missing", counts.missing},
                           {"bytes", std::filesystem::file_size(file)}},
                          file.string() + '\n');
  }

  const std::string& directory_ = argument("DIR");
  const std::string& file_ = option("--out", "FILE");
  const bool& force_ = force();
};

}  // namespace

const CommandRow sweep_collect_command{"sweep collect", make<SweepCollectCommand>};

}  // namespace evorisk::app
