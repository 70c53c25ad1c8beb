// Profiles: the features of one board of people, for a bred board to come near to. Boards that are
// bred towards the mean of people's boards are all alike, and people's are not.
#pragma once

#include "base/random.hpp"
#include "maps/likeness/human.hpp"

namespace evorisk::maps {

// A feature of a board is judged by its deviation from the mean of people's boards of its size: the
// line in ln(n) that fits the 54 of human_boards() of up to 70 territories best. A profile is the
// deviations of one of them, so a board of another size can follow it.
class Profile {
 public:
  // Of one of these boards; those whose sizes are near by ratio are likelier (tricube weights, up
  // to a factor of two). Beyond the sizes of all of them, the nearest size counts.
  Profile(int territories, Random& random);
  // Of the board itself. Requires all features; a correlation may be undefined.
  explicit Profile(const Features& board);

  // Asks for so many standard deviations more of a feature that counts in distance().
  void ask_more(Feature feature, double deviations);

  // Of a board of the profile, by a feature that counts in distance().
  double value(Feature feature, int territories) const;

  // How far a board is from the profile: the Mahalanobis distance by the covariance of people's
  // deviations (shrunk by 0.3 towards no correlations), over the root of the number of features;
  // two boards of people are 1 apart on average. So what goes together on people's boards, such
  // as long ways and few borders, is asked for together. Of all features but n, planar, and the
  // pieces of continents. A correlation that the board does not have counts as one deviation.
  double distance(const Features& features) const;
  // Of the map: the same; or, where that is at least `limit`, a lower bound of it that is at least
  // `limit`, too, and takes a third of the time.
  double distance(const Map& map, double limit) const;

 private:
  double distance(const Features& features, std::size_t first) const;

  Features deviations_{};
};

}  // namespace evorisk::maps
