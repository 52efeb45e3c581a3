#pragma once

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace ricochet::scenes {

struct SceneBody;

/// A moment on the path of a kinematic body, which moves evenly from one to the next.
struct PathPoint {
    btScalar time;  ///< seconds
    btTransform pose;
};

/// Of a kinematic body: a sine that displaces it from its start and turns it.
struct Vibration {
    double frequency = 0;                   ///< 1/s
    std::array<double, 3> offset{0, 0, 0};  ///< metres: amplitudes
    btVector3 axis{0, 1, 0};                ///< a unit vector
    double angle = 0;                       ///< radians about the axis: amplitude
};

/// A time at which a body starts anew.
struct Restart {
    double time;  ///< seconds
    btTransform pose;
    btVector3 velocity, spin;  ///< m/s, radians a second
    bool reenters = false;     ///< it leaves the world and enters it as a new body
};

/// From its time on a body keeps up a velocity: when it is slower than half of that, it regains it. Zero: it
/// is held at rest, asleep if it may sleep.
struct CruisePoint {
    double time;         ///< seconds
    btVector3 velocity;  ///< m/s
};

/// A moment of a drive; between two of them its speed changes evenly.
struct SpeedPoint {
    double time, speed;  ///< seconds, m/s
};

/// Sets a body's velocity along an axis in each step.
struct Drive {
    btVector3 axis{0, 1, 0};  ///< a unit vector
    std::vector<SpeedPoint> speeds;
};

/// A driven body lowers the heights of a ground in front of it.
struct Digging {
    std::size_t ground = 0;  ///< body
    double every = 0;        ///< seconds
    double ahead = 0;        ///< metres: from the body to the middle of a pit
    double radius = 0;       ///< metres
    double depth = 0;        ///< metres: in the middle
};

/// Drives a body along a level line as a wheel that rolls; up and down it moves freely.
struct Route {
    btVector3 from{0, 0, 0}, to{0, 0, 0};
    btScalar speed = 0;     ///< m/s
    btScalar steering = 0;  ///< 1/s: velocity back to the line, by the distance from it
    btScalar radius = 0;    ///< metres: of the wheel
    bool returns = false;   ///< it drives to and fro; else it stops at the end
    std::optional<Digging> digging = std::nullopt;
};

/// What moves one body.
struct BodyActions {
    std::vector<PathPoint> path;  ///< with a path or a vibration it is kinematic
    std::optional<Vibration> vibration;
    std::vector<Restart> restarts;    ///< by time
    std::vector<CruisePoint> cruise;  ///< by time
    std::optional<Drive> drive;
    btVector3 force{0, 0, 0};  ///< N, in the world
    std::optional<Route> route;

    bool isKinematic() const { return !path.empty() || vibration; }
};

/// A point that attracts all bodies like the centre of a planet: the acceleration is even outside of its
/// radius and proportional to the distance inside.
struct Attraction {
    btVector3 centre{0, 0, 0};
    btScalar acceleration = 0;  ///< m/s²
    btScalar radius = 1;        ///< metres

    btVector3 at(const btVector3& position) const;
    btScalar potential(const btVector3& position) const;  ///< J/kg; 0 in the centre
};

/// Walls that are no bodies: a body whose centre is beyond one turns back.
struct Walls {
    btVector3 low{0, 0, 0}, high{0, 0, 0};  ///< metres

    void turnBack(btRigidBody& body) const;
};

/// What acts in a scene's steps apart from contacts, joints and even gravity.
struct SceneActions {
    std::optional<Attraction> attraction;
    std::optional<Walls> walls;
    /// 1/s: rate at which motion is amplified while the bodies have less energy than at the start; by the
    /// missing share of it. 0: never.
    double thermostat = 0;
    std::map<std::size_t, BodyActions> bodies;  ///< by their numbers in the scene
};

/// The kinetic energy of all bodies that move, and their potential one in the attraction, J.
double energyOf(const std::vector<SceneBody>& bodies, const std::optional<Attraction>& attraction);

/// Puts a body of the world where it starts anew, awake.
void startAnew(btDynamicsWorld& world, btRigidBody& body, const Restart& restart);

/// In each step that a `CruisePoint` is for, of which the first `begins`.
void keepUp(btRigidBody& body, const btVector3& velocity, bool begins);

/// From now on the body moves only by its motion state.
void makeKinematic(btRigidBody& body);

/// Performs the actions of a scene, step by step.
class ActionRunner {
public:
    /// `gravity`: m/s²; wheels roll on a ground below them. The world must outlive it.
    ActionRunner(btDynamicsWorld& world, btScalar timeStep, const btVector3& gravity);

    /// Lowers a ground (a body) round a point (x, z).
    std::function<void(const Digging&, double x, double z)> dig;

    /// Before each step. Starts of bodies, their gravity and energy are those before the first.
    void act(const std::vector<SceneBody>& bodies, const SceneActions& actions);

private:
    void begin(const std::vector<SceneBody>& bodies, const SceneActions& actions);
    struct BodyState {
        btTransform start;
        std::size_t nextRestart = 0;
        std::size_t nextCruise = 0;
        btScalar direction = 1;  ///< along a route
    };

    void attract(const std::vector<SceneBody>& bodies, const SceneActions& actions) const;
    void act(btRigidBody& body, const BodyActions& actions, BodyState& state);
    void follow(btRigidBody& body, const Route& route, BodyState& state);

    btDynamicsWorld& world_;
    const btScalar timeStep_;  ///< seconds
    std::map<std::size_t, BodyState> states_;
    std::vector<btVector3> gravities_;  ///< m/s², of all bodies, without the attraction
    btVector3 up_{0, 1, 0};
    double startEnergy_ = 0;  ///< J
    double begin_ = 0;        ///< seconds: of the present step
    double end_ = 0;          ///< seconds
    int step_ = 0;            ///< the present one, from 1
};

}  // namespace ricochet::scenes
