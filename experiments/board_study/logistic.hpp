// Ridge logistic regression on the features of boards.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "maps/likeness/features.hpp"

namespace evorisk::experiments {

struct Logistic {
  Eigen::VectorXd mean;          // of the features, over the rows that it was fitted to
  Eigen::VectorXd scale;         // their standard deviations; 1 of a constant
  Eigen::VectorXd coefficients;  // of standardised features
  double intercept = 0;

  double score(const maps::Features& board) const;  // in logits
};

// Of the class 1 against the class 0. Penalty: half the sum of the squared coefficients. Requires
// a board of each class.
Logistic fit_logistic(const std::vector<maps::Features>& boards, const std::vector<int>& classes);

}  // namespace evorisk::experiments
