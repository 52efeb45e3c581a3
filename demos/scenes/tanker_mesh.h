#pragma once

#include "demos/scenes/random.h"
#include "demos/scenes/scene.h"

#include <array>
#include <cstdint>
#include <deque>

namespace ricochet::scenes {

/// An oil tanker of paper 003 by its number of polygons.
struct TankerVariant {
    const char* name;
    std::int64_t polygons;
};
inline constexpr std::array<TankerVariant, 9> kTankerVariants = {{{"ALL", 139460},
                                                                  {"LOW2", 131849},
                                                                  {"MODM", 156767},
                                                                  {"SBL", 131323},
                                                                  {"SC32", 181972},
                                                                  {"SC33", 167059},
                                                                  {"SFACL", 169128},
                                                                  {"SFACM", 161257},
                                                                  {"TEX", 106703}}};

/// A part of an oil tanker, object by object: bays of 5 m with plating, frames, stiffeners, a tank, pipes,
/// ladders, gangways and machinery, along free corridors of 1.2 m. The number of bays follows from that of
/// triangles; the hull encloses them. Every object is closed, so the number of triangles is even: the
/// requested one, or one less. The same input gives the same tanker.
class Tanker {
public:
    static constexpr double kBay = 5;           ///< metres
    static constexpr double kCorridor = 1.2;    ///< metres: width of what stays free
    static constexpr double kCorridorAt = 2.5;  ///< metres from a bay's side, and 1.1 above its floor
    static constexpr double kCorridorHeight = 1.1;

    explicit Tanker(std::int64_t triangles, unsigned seed = 1);

    /// Bays along x (the ship's length), y (upward) and z.
    const std::array<int, 3>& bays() const { return bays_; }

    /// The next object; false if there is none left.
    bool next(SceneMesh& object);

private:
    void fillBay(int i, int j, int k);
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
    std::array<int, 3> bays_;
    std::int64_t nextBay_ = 0;
    Random random_;
    btVector3 corner_;  ///< of the bay at hand
    std::deque<SceneMesh> ready_;
};

}  // namespace ricochet::scenes
