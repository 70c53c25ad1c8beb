// evorisk study search: searches at equal budgets of matches, and what each of them finds.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/commands.hpp"
#include "app/report/studies.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/search_study/study.hpp"

namespace evorisk::app {
namespace {

class StudySearchCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: say where the study goes");
    const auto design = experiments::load_study_design(design_);
    design->narrow(match_counts("--budgets", budgets_, 1), comma_separated(searches_), seeds_);
    if (report_ && !file_exists(std::filesystem::path(out_) / "design.json"))
      throw InputError("{}: holds no study to report on", out_);
    experiments::StudyJournal journal(out_, *design);
    if (!report_ && !play(context, *design, journal)) {
      return context.interrupted(
          fmt::format("interrupted with {} of {} runs done; the same command goes on",
                      done(*design, journal), design->runs().size()));
    }
    journal.sort(*design);
    const SearchStudyReport report = search_study_report(*design, journal.records());
    for (const auto& [file, content] : report.files) {
      write_file(std::filesystem::path(out_) / file, content);
    }
    context.result(report.json, report.text);
    if (!context.json) {
      context.note("wrote " + (std::filesystem::path(out_) / "report.md").string());
    }
    return Exit::done;
  }

  static int done(const experiments::StudyDesign& design,
                  const experiments::StudyJournal& journal) {
    return static_cast<int>(std::ranges::count_if(
        design.runs(), [&](const experiments::StudyRun& run) { return journal.has(run); }));
  }

  bool play(Context& context, const experiments::StudyDesign& design,
            experiments::StudyJournal& journal) const {
    const int before = done(design, journal);
    const std::size_t all = design.runs().size();
    Progress progress = context.progress("study", matches_missing(design, journal), "matches");
    experiments::StudyOptions options;
    options.threads = threads_;
    options.stop = &context.interruption();
    options.on_progress = [&](const experiments::StudyProgress& now) {
      progress.update(now.matches, fmt::format("{} of {} runs", before + now.runs, all));
    };
    return experiments::do_study(design, journal, options);
  }

  const std::string& design_ = argument("DESIGN");
  const std::string& out_ = option("--out", "DIR");
  const std::vector<std::string>& budgets_ = repeatable("--budgets", "M,N");
  const std::vector<std::string>& searches_ = repeatable("--searches", "A,B");
  const std::optional<std::int64_t>& seeds_ = optional_integer("--seeds", 1, 100'000);
  const bool& report_ = flag("--report");
  const int& threads_ = threads();
};

}  // namespace

const CommandRow study_search_command{"study search", make<StudySearchCommand>};

}  // namespace evorisk::app
