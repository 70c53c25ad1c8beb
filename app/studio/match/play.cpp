// Matches with people: tables by their record's file, and what people say of them afterwards.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/studio/drawing.hpp"
#include "app/studio/match/events.hpp"
#include "app/studio/match/table.hpp"
#include "app/studio/parts.hpp"
#include "app/studio/words.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/version.hpp"
#include "experiments/playtest/answers.hpp"
#include "maps/io.hpp"
#include "risk/record/record.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t most_tables = 64;

}  // namespace

struct PlayPart::Impl {
  StudioContext& context;
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<Table>> tables;  // by the record's name below the root
  std::mutex loading;                                    // held while a table is made of its file

  explicit Impl(StudioContext& the_context) : context(the_context) {}

  // Above the limit, tables that no request holds are dropped: their matches are in their files.
  void seat(const std::string& id, std::shared_ptr<Table> table) {
    const std::lock_guard lock(mutex);
    if (tables.size() >= most_tables)
      std::erase_if(tables, [](const auto& kept) { return kept.second.use_count() == 1; });
    tables[id] = std::move(table);
  }

  std::shared_ptr<Table> seated(const std::string& id) {
    const std::lock_guard lock(mutex);
    const auto found = tables.find(id);
    return found == tables.end() ? nullptr : found->second;
  }

  // The table of a record, from its file if need be: also after the studio was started anew.
  // Requests that ask for it at the same time get the same table: two would write one file.
  std::shared_ptr<Table> table(const std::string& id) {
    if (auto found = seated(id)) return found;
    const std::lock_guard lock(loading);
    if (auto found = seated(id)) return found;
    const fs::path file = context.folder.existing(id);
    const risk::Record record = risk::read_record(read_file(file), id);
    if (record.problem && !record.unfinished)
      throw InputError("{}, line {}: {}", id, record.problem->line, record.problem->message);
    if (record.header.simulation != risk::simulation_version)
      throw InputError("{} was recorded by a program that plays otherwise", id);
    for (const std::string& agent : record.header.agents) {
      if (agent != risk::person_agent) refuse_outside_agent(agent);
    }
    auto made = std::make_shared<Table>(std::make_unique<risk::Variant>(*record.variant),
                                        record.header, file);
    made->follow(record);
    seat(id, made);
    return made;
  }

  Json begin(const Call& call) {
    auto variant = std::make_unique<risk::Variant>(context.variant(call));
    const auto agents =
        agents_of(call, "agents", variant->players(), std::string(risk::person_agent));
    if (std::ranges::find(agents, risk::person_agent) == agents.end())
      throw InputError("agents: no seat is a person's");
    const auto seed =
        static_cast<std::uint64_t>(call.number("seed", 0, std::numeric_limits<std::int64_t>::max(),
                                               static_cast<std::int64_t>(another_seed())));
    const risk::RecordHeader header{.program = fmt::format("evorisk {}", revision()),
                                    .agents = agents,
                                    .key = {.seed = seed, .purpose = Purpose::match}};
    const fs::path file =
        context.folder.fresh("play", fmt::format("{}-{}", variant->name(), seed), ".jsonl");
    auto made = std::make_shared<Table>(std::move(variant), header, file);
    write_new_file(file, made->match().record(), false);
    const std::string id = context.folder.name(file);
    seat(id, made);
    return {{"id", id}};
  }

  // What of a match does not change.
  Json board(const Call& call) {
    const auto at = table(call.query("id"));
    const std::lock_guard lock(at->mutex);
    const risk::Variant& variant = at->match().variant();
    return {{"variant", variant.name()},
            {"map", maps::map_to_json(variant.map())},
            {"rules", risk::rules_to_json(variant.rules())},
            {"words", words_json(variant, call.wording)},
            {"svg", map_picture(variant.map())},
            {"seed", at->match().header().key.seed}};
  }

  // A change of the match, if the page knows all that was played: two pages may show it.
  template <class Change>
  Json change(const Call& call, const Change& make) {
    const auto at = table(call.body.at("id").text());
    const std::lock_guard lock(at->mutex);
    const std::size_t played = at->match().events().size();
    const auto known = static_cast<std::size_t>(
        call.body.at("events").integer(0, std::numeric_limits<std::int32_t>::max()));
    if (known != played)
      throw InputError("the match went on elsewhere: {} events are played, not {}", played, known);
    make(*at);
    return at->view(std::min(known, at->match().events().size()), call.wording);
  }

  Json answers(const Call& call) {
    const std::string id = call.body.at("id").text();
    const auto at = table(id);
    const std::lock_guard lock(at->mutex);
    if (!at->match().over()) throw InputError("the match is not over yet");
    experiments::add_answers(at->file(), at->match(), call.body.at("answers"));
    return {{"stored", context.folder.name(experiments::answers_file(at->file()))}};
  }
};

PlayPart::PlayPart(StudioContext& context, Routes& routes)
    : impl_(std::make_unique<Impl>(context)) {
  Impl& impl = *impl_;
  routes.post("/api/play/begin", [&impl](const Call& call) { return impl.begin(call); });
  routes.get("/api/play/board", [&impl](const Call& call) { return impl.board(call); });
  routes.get("/api/play/view", [&impl](const Call& call) {
    const auto at = impl.table(call.query("id"));
    const std::lock_guard lock(at->mutex);
    return at->view(static_cast<std::size_t>(call.query_number("since", 0, 1'000'000'000, 0)),
                    call.wording);
  });
  routes.post("/api/play/act", [&impl](const Call& call) {
    return impl.change(call, [&](Table& table) {
      table.act(action_from_json(call.body.at("action")),
                static_cast<int>(call.number("until", 0, 1'000'000'000, 0)));
    });
  });
  routes.post("/api/play/go", [&impl](const Call& call) {
    return impl.change(call, [](Table& table) { table.go_on(); });
  });
  routes.post("/api/play/undo", [&impl](const Call& call) {
    return impl.change(call, [](Table& table) { table.undo(); });
  });
  routes.get("/api/play/hint", [&impl](const Call& call) {
    const auto at = impl.table(call.query("id"));
    const std::lock_guard lock(at->mutex);
    return at->hint(call.wording);
  });
  routes.get("/api/play/explain", [&impl](const Call& call) {
    const auto at = impl.table(call.query("id"));
    const std::lock_guard lock(at->mutex);
    return at->explanations(call.wording);
  });
  routes.post("/api/play/answers", [&impl](const Call& call) { return impl.answers(call); });
  routes.get("/api/play/questions", [](const Call&) { return experiments::questions_json(); });
}

PlayPart::~PlayPart() = default;

}  // namespace evorisk::app
