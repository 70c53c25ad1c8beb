// What the designer says of a run's candidates, and what is understood of it.

#include <nlohmann/json.hpp>

#include "app/studio/context.hpp"
#include "app/text/words/taste.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/run/likes_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json statement_json(const ga::Statement& statement) {
  return {{"verdict", ga::verdict_names[static_cast<std::size_t>(statement.verdict)]},
          {"id", statement.id},
          {"generation", statement.generation}};
}

// Why nothing can be said of this run's candidates; empty where it can.
Message refused_because(const fs::path& run, const ga::Config& config) {
  if (fs::exists(run / ga::result_file)) {
    return "the run is done: what is said of its candidates bends nothing any more";
  }
  return ga::no_likes_because(config);
}

// {"refused": why, or "", "on", "said": [{"verdict", "id", "generation": that it counts from}],
// "waiting": the same, not heard yet, with generation 0 for the next, "understood": [sentence],
// "problems": [sentence]}
Json likes_json(const fs::path& run, int written, const Wording& wording) {
  const ga::Config config = ga::run_config(run);
  const ga::Likes likes = ga::likes_of_run(run, config);
  Json json = {{"refused", refused_because(run, config).text(wording)},
               {"on", likes.on()},
               {"said", Json::array()},
               {"waiting", Json::array()},
               {"understood", Json::array()},
               {"problems", Json::array()}};
  for (const auto& [id, judgement] : likes.judged()) {
    json["said"].push_back(statement_json(judgement.statement));
  }
  if (!likes.judged().empty()) {
    for (const Message& sentence : understood(likes, config)) {
      json["understood"].push_back(sentence.text(wording));
    }
  }
  const fs::path file = run / ga::likes_file;
  if (!fs::exists(file)) return json;
  const ga::LikesText text = ga::parse_likes(read_file(file), std::string(ga::likes_file));
  for (const auto& [statement, line] : text.dated) {
    if (statement.generation >= written) json["waiting"].push_back(statement_json(statement));
  }
  for (const auto& [statement, line] : text.waiting) {
    json["waiting"].push_back(statement_json(statement));
  }
  for (const Message& problem : text.problems) json["problems"].push_back(problem.text(wording));
  return json;
}

}  // namespace

void add_likes(StudioContext& context, Routes& routes) {
  routes.get("/api/run/likes", [&context](const Call& call) {
    const fs::path run = context.folder.existing(call.query("id"));
    return likes_json(run, context.log(run)->generations(), call.wording);
  });
  // A line for likes.txt: {"id", "verdict", "individual"}.
  routes.post("/api/run/likes", [&context](const Call& call) {
    const fs::path run = context.folder.existing(call.body.at("id").text());
    const ga::Statement statement =
        ga::statement_of(call.body.at("verdict").text(), call.text("individual", ""));
    if (const Message why = refused_because(run, ga::run_config(run)); !why.empty()) {
      throw InputError("{}", why);
    }
    const auto log = context.log(run);
    if (!statement.id.empty()) log->individual(statement.id);
    ga::add_lines(run / ga::likes_file, ga::likes_text({&statement, 1}));
    return likes_json(run, log->generations(), call.wording);
  });
}

}  // namespace evorisk::app
