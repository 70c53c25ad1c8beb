// evorisk archive merge: archives of several runs of one configuration as one.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/report/archive_report.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "ga/run/archive_merge.hpp"

namespace evorisk::app {
namespace {

class ArchiveMergeCommand final : public Command {
 public:
  std::string name() const override { return "archive merge"; }
  std::string summary() const override {
    return "Merge the archives of runs of one configuration with different seeds";
  }
  std::string details() const override {
    return "Runs of algorithm map_elites that differ in nothing but seed and name are shards of "
           "one "
           "archive, for as many machines. Evidence of the same game is added up, every game goes "
           "to the niche that all its evidence says, and the fittest of those with comparable "
           "evidence takes it; the order of the runs does not matter. Runs need not be finished. "
           "The occupants are measured afresh, and evorisk gallery takes what is written.";
  }
  std::vector<std::string> examples() const override {
    return {
        "for s in 1 2; do evorisk evolve --set algorithm=map_elites --set generations=2 --set "
        "population=8 --set tournament=2 --set matches=20 --set monitor_matches=0 --set "
        "final.matches=50 --set map_elites.fresh_matches=20 --quiet --seed $s --out shard$s; done "
        "&& evorisk archive merge shard1 shard2 --out both",
        "evorisk archive merge shard2 shard1 --out again --json",
    };
  }
  void add_options(Options& options) override {
    options.common({Common::threads, Common::force});
    options.arguments("DIR", runs_, "Directories of the runs", 2);
    options.option("--out", out_, "DIR", "Where config.json, archive.json and report.html go");
  }

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: say where the merged archive goes");
    const std::filesystem::path out(out_);
    refuse_existing(out / "config.json", context.force);
    std::vector<ga::ArchiveShard> shards;
    std::size_t occupied = 0;
    for (const std::string& run : runs_) shards.push_back(ga::read_shard(run));
    for (const ga::ArchiveShard& shard : shards) occupied += shard.members.size();
    const ga::MergedArchive merged = ga::merge_shards(std::move(shards));
    std::vector<ga::ArchiveEntry> entries;
    Progress progress = context.progress(
        "measuring", std::ssize(merged.occupants) * merged.config.map_elites.fresh_matches,
        "matches");
    std::int64_t before = 0;
    std::int64_t last = 0;
    const metrics::PlayControl control{&context.interruption(), [&](std::int64_t played) {
                                         if (played < last) before += last;
                                         last = played;
                                         progress.update(before + last);
                                       }};
    if (!ga::measure_merged(merged, context.threads, control, entries)) {
      context.note("interrupted: nothing was written");
      return Exit::interrupted;
    }
    progress.finish();
    make_directory(out);
    ga::write_merged(out, merged, entries);
    const std::filesystem::path report = write_archive_report(out);
    const ga::ArchiveSummary summary = ga::summarise(entries, merged.config);
    context.print(
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
    return Exit::done;
  }

 private:
  std::vector<std::string> runs_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> make_archive_merge_command() {
  return std::make_unique<ArchiveMergeCommand>();
}

}  // namespace evorisk::app
