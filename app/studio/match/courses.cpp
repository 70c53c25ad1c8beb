// Many matches of a variant: how long they are, who wins from which seat, what is fought over, and
// three of them that show what it is like.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/studio/match/course.hpp"
#include "app/studio/parts.hpp"
#include "risk/agent.hpp"
#include "risk/simulation.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// Rolls against a territory and conquests of it, over all matches.
class Fights final : public risk::MatchListener {
 public:
  explicit Fights(int territories)
      : rolls(static_cast<std::size_t>(territories)),
        conquests(static_cast<std::size_t>(territories)) {}

  void on_start(const risk::State&) override {}
  void on_event(const risk::State& state, const risk::Event& event) override {
    const auto* battle = std::get_if<risk::Battle>(&event);
    if (battle == nullptr || battle->attack.from < 0) return;
    const auto to = static_cast<std::size_t>(battle->attack.to);
    ++rolls[to];
    conquests[to] += battle->losses.defender == state.troops(battle->attack.to);
  }
  void on_finish(const risk::State&, const risk::MatchResult&, const risk::Action*,
                 risk::Refusal) override {}

  std::vector<std::int64_t> rolls;
  std::vector<std::int64_t> conquests;
};

struct Kept {
  std::uint64_t match = 0;
  metrics::MatchSummary summary;
  Json curve;
};

double mean_of(const std::vector<Kept>& matches, double (*value)(const Kept&)) {
  double sum = 0;
  for (const Kept& match : matches) sum += value(match);
  return matches.empty() ? 0 : sum / static_cast<double>(matches.size());
}

// Which matches show what the variant is like: the nearest to the mean in length, drama and lead
// changes; the most dramatic; the one decided from the start to the end.
Json shown(const std::vector<Kept>& all) {
  using Value = double (*)(const Kept&);
  const Value values[] = {[](const Kept& m) { return static_cast<double>(m.summary.turns); },
                          [](const Kept& m) { return m.summary.drama; },
                          [](const Kept& m) { return m.summary.lead_change; }};
  double mean[3];
  double spread[3];
  for (int i = 0; i < 3; ++i) {
    mean[i] = mean_of(all, values[i]);
    double square = 0;
    for (const Kept& m : all) square += (values[i](m) - mean[i]) * (values[i](m) - mean[i]);
    spread[i] = std::sqrt(square / static_cast<double>(all.size())) + 1e-9;
  }
  const Kept* typical = nullptr;
  const Kept* dramatic = nullptr;
  const Kept* one_sided = nullptr;
  double nearest = 0;
  const auto tension = [](const Kept& m) { return m.summary.drama + m.summary.lead_change; };
  for (const Kept& m : all) {
    if (m.summary.winner < 0) continue;
    double away = 0;
    for (int i = 0; i < 3; ++i) away += std::abs(values[i](m) - mean[i]) / spread[i];
    if (typical == nullptr || away < nearest) {
      typical = &m;
      nearest = away;
    }
    if (dramatic == nullptr || m.summary.drama > dramatic->summary.drama) dramatic = &m;
    if (one_sided == nullptr || tension(m) < tension(*one_sided)) one_sided = &m;
  }
  Json list = Json::array();
  for (const auto& [kind, m] :
       {std::pair{"typical", typical}, {"dramatic", dramatic}, {"one_sided", one_sided}}) {
    if (m == nullptr) continue;
    list.push_back({{"kind", kind},
                    {"match", m->match},
                    {"turns", m->summary.turns},
                    {"winner", m->summary.winner},
                    {"drama", m->summary.drama},
                    {"lead_change", m->summary.lead_change},
                    {"curve", m->curve}});
  }
  return list;
}

Json courses(StudioContext& context, const Call& call) {
  const risk::Variant variant = context.variant(call);
  const auto names = agents_of(call, "agents", variant.players());
  const std::int64_t matches = call.number("matches", 1, 5000, 600);
  StreamKey key{.seed = static_cast<std::uint64_t>(
                    call.number("seed", 0, std::numeric_limits<std::int64_t>::max(), 1)),
                .purpose = Purpose::match};
  std::vector<std::unique_ptr<risk::Agent>> agents;
  std::vector<risk::Agent*> table;
  for (const std::string& name : names) {
    agents.push_back(risk::make_agent(name));
    table.push_back(agents.back().get());
  }
  const std::lock_guard lock(context.computing);
  risk::MatchPlayer player(variant, table);
  CourseCurve course;
  Fights fights(variant.territories());
  risk::SimulationCounts counts(variant);
  std::vector<Kept> kept;
  // Slow agents play fewer: a page waits no longer.
  constexpr auto patience = std::chrono::seconds(4);
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < matches && !context.stop; ++i) {
    if (i > 0 && std::chrono::steady_clock::now() - start > patience) break;
    key.match = static_cast<std::uint64_t>(i);
    course.begin_match();
    const risk::MatchResult result = player.play(key, &course, &fights);
    counts.add(result);
    kept.push_back({key.match, course.summary(result), course.json()});
  }
  Json ends;
  for (int e = 0; e < risk::end_reason_count; ++e)
    ends[risk::end_reason_name(static_cast<risk::EndReason>(e))] = counts.ends[e];
  Json seats = Json::array();
  for (const std::int64_t wins : counts.wins) {
    const risk::Share share = risk::wilson_interval(wins, counts.matches);
    seats.push_back(
        {{"wins", wins}, {"share", share.share}, {"low", share.low}, {"high", share.high}});
  }
  return {{"matches", counts.matches}, {"agents", names},
          {"seed", key.seed},          {"lengths", counts.turns},
          {"ends", std::move(ends)},   {"seats", std::move(seats)},
          {"rolls", fights.rolls},     {"conquests", fights.conquests},
          {"shown", shown(kept)}};
}

}  // namespace

void add_courses(StudioContext& context, Routes& routes) {
  routes.post("/api/courses", [&context](const Call& call) { return courses(context, call); });
}

}  // namespace evorisk::app
