#pragma once

#include "algorithms/mktree/build.h"
#include "algorithms/mktree/paper_steps.h"
#include "demos/app/tanker_objects.h"

#include <numbers>

namespace ricochet::lab::paper003 {

using namespace app;

constexpr Real kDiameter = 0.2;  // metres: of the moving object's sphere
constexpr std::size_t kMotions = 8;
constexpr Real kTurn = 2 * std::numbers::pi;

/// Table 2. Neither the unit of speeds and turns nor the point of the axis is given: turns are whole ones,
/// the axis goes along x through the middle of the world, and the shift is the pitch of a turn, `d`
/// decimetres.
mktree::MovingSphere motion(std::size_t m, const Aabb& world);

/// In a temporary file that is removed with the tree.
Result<std::shared_ptr<const mktree::MkTree>> treeOf(const scenes::TankerVariant& variant,
                                                     const mktree::BuildSettings& settings);

}  // namespace ricochet::lab::paper003
