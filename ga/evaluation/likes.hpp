// What a designer likes: statements on candidates of a run, what they teach of the designer's
// preferences, and how the search bends to them.
#pragma once

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "ga/evaluation/preference.hpp"
#include "ga/genome/genome.hpp"

namespace evorisk::ga {

enum class Verdict {
  like,
  drop,
  forget,  // what was said of the individual
  off,     // likes do not bend the search from now on; what was said stays
  on,
};
inline constexpr std::array<std::string_view, 5> verdict_names = {"like", "drop", "forget", "off",
                                                                  "on"};
// Whether it is of an individual.
constexpr bool has_subject(Verdict verdict) {
  return verdict <= Verdict::forget;
}

struct Statement {
  int generation = 0;  // before this one is bred; 0: before the next one
  Verdict verdict = Verdict::like;
  std::string id;  // of the individual; empty where the verdict has none
  friend bool operator==(const Statement&, const Statement&) = default;
};
// "like g3-17": without its generation.
std::string words_of(const Statement& statement);

// The generation of birth that an individual's id says; -1 for a text that is no id.
int birth_generation(std::string_view id);

// What preferences are about: names of quantities (metrics/criteria/quantity.hpp), and
// "changed_rules", how many of the rules that evolve differ from those of preset "risk".
inline constexpr std::array<std::string_view, 10> liked_quantities = {
    "territories",   "continents", "largest_continent", "mean_degree", "mean_entries", "mean_bonus",
    "changed_rules", "turns",      "lead_change",       "drama"};
using LikedValues = std::array<double, liked_quantities.size()>;

// Of an individual that has played; of one as a generation's line of the log has it, with its
// genome.
LikedValues liked_values(const Individual& individual, const Config& config);
LikedValues liked_values(const nlohmann::ordered_json& logged, const Genome& genome,
                         const Config& config);
// The means and the variances of several; zeros of none.
struct Spread {
  LikedValues mean{};
  LikedValues variance{};
};
Spread spread_of(std::span<const LikedValues> values);

// A statement, and how its individual differed from the playable ones of its generation: the last
// one before the statement in which it was measured.
struct Judgement {
  Statement statement;
  LikedValues difference{};  // from their mean; 0 where it was not measured
  LikedValues variance{};    // theirs
  nlohmann::ordered_json to_json() const;
  static Judgement from_json(const JsonView& view);
};

// All that was said. A judgement is a comparison with the average candidate of that generation, so
// that likes alone teach something, and candidates without one need none. Quantities are in
// standard deviations, pooled over the generations of all judgements.
class Likes {
 public:
  void apply(const Judgement& judgement);
  bool empty() const { return on_ && judged_.empty(); }  // as at first
  bool on() const { return on_; }
  // By individual: the last statement, of verdict like or drop.
  const std::map<std::string, Judgement>& judged() const { return judged_; }
  int count(Verdict verdict) const;

  // The deviation of each quantity; 0 for one that did not vary: it counts nothing.
  LikedValues deviations() const;
  Preference preference(const Config& config) const;

  nlohmann::ordered_json to_json() const;
  static Likes from_json(const JsonView& view);

 private:
  bool on_ = true;
  std::map<std::string, Judgement> judged_;
};

// Sets Individual::bend: -strength (P - 1/2) s, where P is the probability that the designer
// prefers the individual to the average of `population`, and s the deviation of the population's
// fitness, from its quartiles. 0 while likes are off, and for what is not playable.
class Bending {
 public:
  Bending(const Likes& likes, const Config& config, std::span<const Individual> population);
  void operator()(std::span<Individual> individuals) const;

 private:
  const Config& config_;
  double scale_ = 0;  // 0: nothing bends
  Preference preference_;
  LikedValues mean_{};
  LikedValues deviations_{};
};

}  // namespace evorisk::ga
