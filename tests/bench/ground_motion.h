#pragma once

#include <btBulletDynamicsCommon.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::bench {

/// Ten bodies of one kind that roll and slide, four arms of eight links that stand on the ground and swing,
/// or two robots that stand on their bases, their joints held.
struct GroundCase {
    std::string shape;   ///< one of `groundShapes()`
    std::string ground;  ///< one of `grounds()`
};

struct BodyState {
    btTransform pose;
    btVector3 linearVelocity, angularVelocity;
};

/// The states of all bodies in each step, at 60 Hz.
struct Motion {
    GroundCase of;
    std::vector<std::vector<BodyState>> steps;
};

enum class Backend { stock, ricochet };

Motion record(const GroundCase& what, int steps);

/// Means of a step, and a hash of all contacts.
struct ReplayCounts {
    double pairs = 0, contacts = 0;
    std::uint64_t hash = 0;
};

struct GroundBodies;

/// A world whose bodies are put into recorded states.
class GroundReplay {
public:
    GroundReplay(const Motion& motion, Backend backend);
    ~GroundReplay();

    void move(std::size_t step);  ///< and finds the pairs whose boxes overlap
    void detect();                ///< their contacts
    void count();                 ///< pairs and contacts of the step
    ReplayCounts counts() const;

private:
    const Motion& motion_;
    std::unique_ptr<GroundBodies> bodies_;
    ReplayCounts sums_;
    int steps_ = 0;
};

}  // namespace ricochet::bench
