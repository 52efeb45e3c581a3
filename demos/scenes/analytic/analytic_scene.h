#pragma once

#include "demos/scenes/mesh_scene.h"

#include <string>

namespace ricochet::scenes {

/// A scene whose outcome follows from mechanics. No body can be lost; errors show in its figures.
class AnalyticScene : public MeshScene {
public:
    Place placeOf(const btRigidBody&) const override { return Place::inside; }
    double duration() const override { return duration_; }
    std::vector<Measure> measures() const override;

protected:
    /// `duration`: seconds.
    AnalyticScene(btDynamicsWorld& world, const SceneOptions& options, const btVector3& gravity,
                  btScalar usualFriction, double duration);

    double gravity() const { return double(gravity_.length()); }  ///< m/s²
    double timeStep() const { return timeStep_; }                 ///< seconds

    /// Kinetic and potential energy in J/kg. With the last term it is the quantity that steps or small steps
    /// of h seconds conserve in free flight: v' = v + h g, x' = x + h v'.
    double energyOf(const btRigidBody& body) const;

private:
    const btVector3 gravity_;
    const double timeStep_, smallStep_, duration_;
};

/// A figure that may differ from what mechanics say by a share of that.
inline AnalyticFigure figureNear(double share, const char* name, double measured, double expected) {
    return {.name = name,
            .measured = measured,
            .expected = expected,
            .minimum = (1 - share) * expected,
            .maximum = (1 + share) * expected};
}

/// Metres, below a body at its start.
inline constexpr double kStartGap = 1e-5;

/// Downwards along -y, as everywhere.
inline btVector3 usualGravity() { return {0, btScalar(-9.81), 0}; }

/// For a floor in the x-z plane that represents a slope: gravity has a component along x.
btVector3 gravityOnSlope(double degrees);

/// A block whose top is y = 0, from `minX` to `maxX`.
SceneMesh flatFloor(double minX, double maxX, double halfZ);

}  // namespace ricochet::scenes
