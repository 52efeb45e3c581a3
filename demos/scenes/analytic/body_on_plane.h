#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <map>
#include <vector>

namespace ricochet::scenes {

/// A convex rigid body on the plane y = 0, stepped so finely and solved so accurately that rolling, sliding
/// and impacts depend on its shape alone: impacts without bounce at its vertices, Coulomb friction. It shares
/// no code with contacts. Moreau, "Unilateral contact and dry friction in finite freedom dynamics", 1988. Not
/// thread-safe.
class BodyOnPlane {
public:
    struct State {
        Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< metres, of the centre of mass
        Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
        Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s
        Eigen::Vector3d spin = Eigen::Vector3d::Zero();      ///< radians a second
    };

    /// `vertices`: metres, about the centre of mass, at least one. `inertia`: m², of a kilogram, about the
    /// body's axes. `gravity`: m/s².
    BodyOnPlane(std::vector<Eigen::Vector3d> vertices, const Eigen::Matrix3d& inertia,
                const Eigen::Vector3d& gravity, double friction, const State& start);

    const State& state() const { return state_; }

    /// In `steps` of equal length; its error is proportional to that length.
    void simulate(double seconds, int steps);

private:
    using Vertex = std::size_t;
    struct Contact {
        Vertex vertex;
        double gap;                                         ///< metres
        Eigen::Vector3d arm;                                ///< metres, from the centre of mass
        double normalMobility;                              ///< velocity for an impulse, along y
        double tangentialMobility;                          ///< at most so much, in x and z
        Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< m/s
    };

    void step(double seconds);
    void accelerate(double seconds);
    void findContacts(double seconds);
    void solve(double seconds);
    void push(Contact& contact, double seconds);
    void rub(Contact& contact);
    Eigen::Vector3d velocityOf(const Contact& contact) const;
    void apply(const Contact& contact, const Eigen::Vector3d& impulse);
    void move(double seconds);

    const std::vector<Eigen::Vector3d> vertices_;
    const Eigen::Matrix3d inertia_;
    const Eigen::Vector3d gravity_;
    const double friction_, radius_;
    State state_;
    Eigen::Matrix3d rotation_, mobility_;  ///< of the present step; 1 / m², in the world's axes
    std::vector<Contact> contacts_;
    std::map<Vertex, Eigen::Vector3d> lastImpulses_;
};

}  // namespace ricochet::scenes
