// evorisk archive merge: archives of several runs of one configuration as one.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/report/pages.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::app {
namespace {

class ArchiveMergeCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: say where the merged archive goes");
    const std::filesystem::path out(out_);
    refuse_existing(out / "config.json", force_);
    // One that is merged, above all: it could not be resumed or merged again.
    for (const std::string_view file : {ga::log_file, ga::checkpoint_file}) {
      if (!file_exists(out / file)) continue;
      throw InputError("--out: {} holds a run; the merged archive needs a directory of its own",
                       out_);
    }
    std::vector<ga::ArchiveShard> shards;
    std::size_t occupied = 0;
    for (const std::string& run : runs_) shards.push_back(ga::read_shard(run));
    for (const ga::ArchiveShard& shard : shards) occupied += shard.members.size();
    const ga::MergedArchive merged = ga::merge_shards(std::move(shards));
    std::vector<ga::ArchiveEntry> entries;
    Progress progress = context.progress(
        "measuring", std::ssize(merged.occupants) * merged.config.map_elites.fresh_matches,
        "matches");
    if (!ga::measure_merged(merged, threads_, {&context.interruption(), progress.counter()},
                            entries)) {
      return context.interrupted("interrupted: nothing was written");
    }
    progress.finish();
    make_directory(out);
    ga::write_merged(out, merged, entries);
    const std::filesystem::path report = write_archive_report(out);
    const ga::ArchiveSummary summary = ga::summarise(entries, merged.config);
    return context.result(
        {{"directory", out_},
         {"shards", merged.seeds},
         {"members", occupied},
         {"games", merged.games},
         {"shared", merged.shared},
         {"niches", summary.niches},
         {"occupied", summary.occupied},
         {"fresh_occupied", summary.fresh_occupied},
         {"fresh_qd_score", summary.fresh_qd_score},
         {"report", report.string()}},
        fmt::format("{} of {}, {} of them known to several; {} of {} niches occupied, {} by fresh "
                    "matches\n{}\n",
                    counted(merged.games, "game"), counted(std::ssize(merged.seeds), "run"),
                    merged.shared, summary.occupied, summary.niches, summary.fresh_occupied,
                    report.string()));
  }

  const int& threads_ = threads();
  const bool& force_ = force();
  const std::vector<std::string>& runs_ = arguments("DIR", 2);
  const std::string& out_ = option("--out", "DIR");
};

}  // namespace

const CommandRow archive_merge_command{"archive merge", make<ArchiveMergeCommand>};

}  // namespace evorisk::app
