#pragma once

#include "demos/scenes/random.h"
#include "demos/scenes/scene.h"

#include <array>
#include <cstdint>
#include <deque>

namespace ricochet::scenes {

/// What distinguishes one tanker from another. By default it is long and narrow, and all bays are equipped
/// alike.
struct TankerStructure {
    std::array<int, 3> bays = {0, 0, 0};  ///< along, up and across; zeros: from the number of triangles
    int inside = 1, outside = 1;          ///< times equipped: bays of the middle, and others; 0: empty tanks
    double fineness = 1;                  ///< of round parts: their sides, relative to the default
};

/// An oil tanker of paper 003: its name and number of polygons there, and a structure of ours.
struct TankerVariant {
    const char* name;
    std::int64_t polygons;
    TankerStructure structure = {};
};
/// The paper tells neither shapes nor contents. The structures are chosen so that its motion m2 meets about
/// as many leaves as there: 2 to 50. What matters is how high a ship is, since circles have a tenth of its
/// height as radius, and how dense its middle.
inline constexpr std::array<TankerVariant, 9> kTankerVariants = {{
    // name, polygons, bays along, up and across; equipped inside, outside; fineness
    {"ALL", 139460, {{5, 4, 2}, 1, 0, 0.8}},
    {"LOW2", 131849, {{7, 3, 1}, 1, 1, 0.5}},
    {"MODM", 156767, {{3, 4, 4}, 4, 0, 0.6}},
    {"SBL", 131323, {{7, 1, 1}, 1, 1, 1.6}},
    {"SC32", 181972, {{3, 5, 4}, 3, 0, 0.7}},
    {"SC33", 167059, {{7, 2, 2}, 1, 1, 0.4}},
    {"SFACL", 169128, {{8, 2, 2}, 0, 1, 0.7}},
    {"SFACM", 161257, {{4, 4, 4}, 2, 0, 0.6}},
    {"TEX", 106703, {{3, 2, 2}, 2, 0, 0.7}},
}};

/// A part of an oil tanker, object by object: bays of 5 m with plating, frames and stiffeners, and unless
/// they are empty tanks with vessels, pipes, ladders, gangways and machinery, along free corridors of 1.2 m.
/// The hull encloses them. Bays are filled along the ship until the triangles are used up. Every object is
/// closed, so the number of triangles is even: the requested one, or one less. The same input gives the same
/// tanker.
class Tanker {
public:
    static constexpr double kBay = 5;           ///< metres
    static constexpr double kCorridor = 1.2;    ///< metres: width of what stays free
    static constexpr double kCorridorAt = 2.5;  ///< metres from a bay's side, and 1.1 above its floor
    static constexpr double kCorridorHeight = 1.1;

    explicit Tanker(std::int64_t triangles, unsigned seed = 1, const TankerStructure& structure = {});

    /// Bays along x (the ship's length), y (upward) and z.
    const std::array<int, 3>& bays() const { return bays_; }

    /// The next object; false if there is none left.
    bool next(SceneMesh& object);

private:
    void fillBay(int i, int j, int k);
    int timesEquipped(int i, int j, int k) const;
    int sides(int number) const;
    void fillUp();
    void add(const SceneMesh& object);
    void addBox(double x, double y, double z, double halfX, double halfY, double halfZ);
    void addRod(const btVector3& from, const btVector3& to, double radius, int sides);

    void addPlating(int i, int j, int k);
    void addFrames();
    void addTank();
    void addPipes();
    void addLadder();
    void addGangway();
    void addMachinery();

    std::int64_t left_;
    TankerStructure structure_;
    std::array<int, 3> bays_;
    std::int64_t nextBay_ = 0;
    Random random_;
    btVector3 corner_;  ///< of the bay at hand
    std::deque<SceneMesh> ready_;
};

}  // namespace ricochet::scenes
