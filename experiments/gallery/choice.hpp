// Choosing many good variants that are unlike each other from those that searches have found.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/gallery/exhibit.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

// A variant that may be shown, and what its search measured: fresh matches where there are some.
struct GalleryCandidate {
  std::string source;  // the run's name and the individual's id
  risk::Variant variant;
  double fitness = 0;
  std::vector<double> values;                // every criterion of the thesis, then turns
  std::optional<TotalsByAgent> tables = {};  // by fresh matches of the gallery, once it was chosen
};

// All occupants of the archive of a run (algorithm "map_elites"), or the candidates of any other
// run that is done. Throws InputError.
std::vector<GalleryCandidate> gallery_candidates(const std::filesystem::path& run);

// How unlike two variants are: 0 for the same variant, about 1 for two that have nothing in common.
// One half is the distance of the maps, one quarter that of the rules, one quarter that of the
// values:
// - maps: 0 where they are isomorphic (maps/planar/isomorphism.hpp, continents and bonuses
// included), else
//   the mean of how far apart territories, borders per territory, continents and the spread of
//   degrees are, each as a share of the larger, and at least 0.05;
// - rules: the share of rule keys in which they differ among those in which any two of the
//   candidates do; values: the mean distance of the criteria in units of their spread over all
//   candidates, 1 at most.
class Dissimilarity {
 public:
  explicit Dissimilarity(const std::vector<GalleryCandidate>& candidates);
  double operator()(std::size_t a, std::size_t b) const;
  bool same_map(std::size_t a, std::size_t b) const;  // isomorphic

 private:
  struct Features {
    std::vector<double> map;
    std::vector<std::string> rules;
    std::vector<double> values;
    std::uint64_t shape = 0;
  };
  const std::vector<GalleryCandidate>& candidates_;
  std::vector<Features> features_;
  std::ptrdiff_t varying_rules_ = 0;  // rule keys in which any two candidates differ
};

// Up to `count` candidates by number, in the order of choice: one after another: each time the one
// for which
//   quality_weight * (its rank by fitness, 1 the best and 0 the worst) + (its novelty, as a share
//   of the largest there is)
// is largest (after Gonzalez' farthest-first traversal, 1985), from the size class that has fewest
// chosen so far (2-5, 6-10, 11-15, 16-20, 21-30, 31-42 territories and above) among those that have
// candidates left. None is isomorphic to another that was chosen, rules alike or not. Ties go to
// the first. Deterministic.
std::vector<std::size_t> choose(const std::vector<GalleryCandidate>& candidates, std::size_t count,
                                double quality_weight);

// 0 ... 6, see choose().
int size_class(int territories);
std::string_view size_class_name(int size_class);

}  // namespace evorisk::experiments
