#pragma once

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Measures how a crowd of bodies comes apart and to rest. Energies are kinetic and of height over y = 0.
class CrowdWatch {
public:
    CrowdWatch(btDynamicsWorld& world, btScalar timeStep) : world_(world), timeStep_(double(timeStep)) {}

    /// The moving bodies are tori of this size. Their overlap at the start adds to the energy bound:
    /// for each the depth of its deepest point in another one, as a height.
    void start(const std::vector<SceneBody>& bodies, const TorusSize& size);

    /// After each step.
    void update(const std::vector<SceneBody>& bodies);

    /// `energy_to_bar`: the greatest energy so far, relative to 1.05 times the start's and the overlap's;
    /// `settled_at_s`: when last a body that was awake had a contact deeper than 3 mm; `deepest_contact_m`:
    /// now; `fastest_m_per_s`: ever; `asleep`: bodies now.
    std::vector<Measure> measures() const;

private:
    double deepestContact(bool awakeOnly) const;

    btDynamicsWorld& world_;
    const double timeStep_;                  // seconds
    double energyBar_ = 0, mostEnergy_ = 0;  // J
    double fastest_ = 0;                     // m/s
    int steps_ = 0, stepsDeep_ = 0, asleep_ = 0;
};

}  // namespace ricochet::scenes
