#include "demos/app/reproduce/procedural_models.h"

#include "demos/app/reproduce/shape_builder.h"

#include <cmath>
#include <numbers>
#include <random>

namespace ricochet::app {
namespace {

constexpr Real kFullTurn = 2 * std::numbers::pi;

Vec3 onCircle(Real turn, Real radius, Real y) {
    return {radius * std::cos(kFullTurn * turn), y, radius * std::sin(kFullTurn * turn)};
}

/// Random numbers that are the same with every standard library.
class Numbers {
public:
    Real between(Real low, Real high) { return low + (high - low) * generator_() / 4294967296.0; }
    Vec3 inCube(Real half) {
        const Real x = between(-half, half), y = between(-half, half), z = between(-half, half);
        return {x, y, z};
    }

private:
    std::mt19937 generator_{4};
};

/// Legs on both sides of the body, spread along x: up to a knee, then down to the ground.
void addLegs(ShapeBuilder& shape, int perSide, Real spread, Real span, Index along, Index around) {
    for (int i = 0; i < perSide; ++i) {
        const Real x = 2.0 * i / (perSide - 1) - 1;
        for (const Real side : {-1.0, 1.0}) {
            const Vec3 hip(0.06 * x, 0, 0.04 * side), foot(spread * x, -0.25, span * side);
            const Vec3 knee = 0.5 * (hip + foot) + Vec3(0, 0.5, 0);
            shape.addLimb(hip, knee, foot, 0.02, 0.008, along, around);
        }
    }
}

/// Grows from a point on the trunk outwards and upwards.
struct Branch {
    Vec3 root, end;
};

void addLeaves(ShapeBuilder& shape, Numbers& numbers, const Branch& branch, int count) {
    for (int i = 0; i < count; ++i) {
        const Vec3 onBranch = branch.root + numbers.between(0.4, 1.1) * (branch.end - branch.root);
        shape.addLeaf(onBranch + numbers.inCube(0.08), numbers.inCube(0.03), numbers.inCube(0.03));
    }
}

/// A wall or a floor of a storey: a band from one circle to another.
void addRing(ShapeBuilder& shape, Real radiusFrom, Real radiusTo, Real yFrom, Real yTo, Index along) {
    constexpr Index kAround = 120;
    shape.addBand(along, kAround, [=](Real fraction, Real turn) {
        return onCircle(turn, radiusFrom + fraction * (radiusTo - radiusFrom),
                        yFrom + fraction * (yTo - yFrom));
    });
}

void addStorey(ShapeBuilder& shape, Real floor, Real ceiling) {
    constexpr Real kOuter = 0.78, kInner = 0.5, kGallery = 0.92, kEdge = 1;  // radii
    addRing(shape, kOuter, kOuter, floor, ceiling, 24);
    addRing(shape, kInner, kInner, floor, ceiling, 24);
    addRing(shape, kInner, kEdge, ceiling, ceiling, 5);
    constexpr int kColumns = 30;
    for (int i = 0; i < kColumns; ++i) {
        const Real turn = static_cast<Real>(i) / kColumns;
        const Vec3 foot = onCircle(turn, kGallery, floor), head = onCircle(turn, kGallery, ceiling);
        shape.addLimb(foot, 0.5 * (foot + head), head, 0.03, 0.025, 8, 12);
    }
}

/// x grows with height.
std::shared_ptr<Mesh> leaning(const Mesh& mesh, Real slope) {
    std::vector<Vec3> vertices = mesh.vertices();
    for (Vec3& vertex : vertices) vertex.x() += slope * vertex.y();
    return Mesh::create(std::move(vertices), mesh.faces()).value();
}

}  // namespace

std::shared_ptr<Mesh> antModel() {
    ShapeBuilder shape;
    shape.addEllipsoid({0.24, 0.03, 0}, {0.11, 0.09, 0.1}, 20, 24);    // head
    shape.addEllipsoid({0, 0, 0}, {0.15, 0.07, 0.07}, 20, 24);         // thorax
    shape.addEllipsoid({-0.34, 0.02, 0}, {0.22, 0.13, 0.14}, 20, 24);  // abdomen
    addLegs(shape, 3, 0.4, 0.45, 24, 10);
    for (const Real side : {-1.0, 1.0}) {
        shape.addLimb({0.32, 0.08, 0.03 * side}, {0.4, 0.3, 0.1 * side}, {0.55, 0.12, 0.16 * side}, 0.01,
                      0.005, 18, 8);  // antenna
    }
    return shape.take();
}

std::shared_ptr<Mesh> spiderModel() {
    ShapeBuilder shape;
    shape.addEllipsoid({0.1, 0, 0}, {0.14, 0.08, 0.1}, 16, 24);
    shape.addEllipsoid({-0.2, 0.04, 0}, {0.2, 0.14, 0.16}, 16, 24);
    addLegs(shape, 4, 0.5, 0.5, 21, 10);
    return shape.take();
}

std::shared_ptr<Mesh> treeModel() {
    constexpr int kBranches = 12, kLeaves = 1258;
    ShapeBuilder shape;
    Numbers numbers;
    shape.addLimb({0, -0.5, 0}, {0.02, -0.1, 0.03}, {0, 0.3, 0}, 0.06, 0.015, 20, 12);
    for (int i = 0; i < kBranches; ++i) {
        const Real fraction = (i + 0.5) / kBranches, height = -0.2 + 0.5 * fraction;
        const Branch branch = {{0, height, 0}, onCircle(0.38 * i, 0.45 - 0.2 * fraction, height + 0.2)};
        shape.addLimb(branch.root, 0.5 * (branch.root + branch.end) - Vec3(0, 0.05, 0), branch.end, 0.015,
                      0.004, 8, 6);
        addLeaves(shape, numbers, branch, kLeaves * (i + 1) / kBranches - kLeaves * i / kBranches);
    }
    return shape.take();
}

std::shared_ptr<Mesh> beetleCarModel() {
    ShapeBuilder shape;
    shape.addEllipsoid({0, 0, 0}, {0.5, 0.13, 0.2}, 90, 140);
    shape.addEllipsoid({-0.05, 0.1, 0}, {0.3, 0.15, 0.17}, 60, 120);
    for (const Real x : {-0.3, 0.3}) {
        for (const Real z : {-0.19, 0.19}) {
            shape.addEllipsoid({x, -0.09, z}, {0.09, 0.09, 0.03}, 34, 62);
        }
    }
    return shape.take();
}

std::shared_ptr<Mesh> statueModel() {
    ShapeBuilder shape;
    for (const Real shell : {1.0, 0.88, 0.76, 0.64}) {
        shape.addClosedBand(68, 60, [=](Real fraction, Real turn) {
            const Real folds = 1 + 0.1 * std::cos(9 * kFullTurn * turn);
            return onCircle(turn, shell * folds * (0.14 - 0.07 * fraction), -0.2 + 0.45 * fraction);
        });
    }
    for (const Real shell : {1.0, 0.7}) {  // pedestal
        shape.addClosedBand(30, 40, [=](Real fraction, Real turn) {
            return onCircle(turn, shell * (0.2 - 0.05 * fraction), -0.5 + 0.3 * fraction);
        });
    }
    shape.addEllipsoid({0, 0.3, 0}, {0.045, 0.06, 0.05}, 26, 40);
    shape.addLimb({0, 0.22, 0.06}, {0.02, 0.26, 0.14}, {0.02, 0.45, 0.13}, 0.03, 0.02, 20, 24);
    shape.addEllipsoid({0.02, 0.47, 0.13}, {0.03, 0.03, 0.03}, 20, 24);
    return shape.take();
}

std::shared_ptr<Mesh> towerModel() {
    constexpr int kStoreys = 8;
    constexpr Real kHeight = 0.9;  // of a storey, in radii of its galleries
    ShapeBuilder shape;
    for (int i = 0; i < kStoreys; ++i) addStorey(shape, i * kHeight, (i + 1) * kHeight);
    return leaning(*shape.take(), std::tan(kFullTurn * 4 / 360));  // four degrees, as in Pisa
}

}  // namespace ricochet::app
