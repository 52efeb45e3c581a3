#pragma once

#include "algorithms/mktree/moving_body.h"
#include "algorithms/mktree/paper_pipeline.h"

#include <functional>
#include <optional>
#include <vector>

namespace ricochet::lab {

/// A body on its path through a world; `begin` is its pose at time 0.
struct PredictionQuestion {
    const mktree::MkTree& tree;
    const mktree::MovingBody& body;
    Pose begin;
    ScrewMotion screw;
};

/// A method to find a first contact, for comparison.
struct PredictionVariant {
    const char* name;
    bool needsPolyhedra;
    bool findsFirst;  ///< else it misses contacts between two of its steps
    std::function<Result<std::optional<Real>>(const PredictionQuestion&)> timeOf;
};

/// The traversal, the paper's steps in three variants, and exact queries at 1,000 poses.
std::vector<PredictionVariant> predictionVariants();

/// Whether two answers are equal up to 1e-9 of the motion.
bool areSame(const std::optional<Real>& a, const std::optional<Real>& b);

}  // namespace ricochet::lab
