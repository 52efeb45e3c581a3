#include "demos/scenes/figure12_models.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/shape_builder.h"

#include <cmath>
#include <numbers>
#include <random>

namespace ricochet::scenes {
namespace {

/// Random numbers that are the same with every standard library.
class LeafNumbers {
public:
    double between(double low, double high) { return low + (high - low) * generator_() / 4294967296.0; }
    ShapePoint inCube(double half) {
        const double x = between(-half, half), y = between(-half, half), z = between(-half, half);
        return {x, y, z};
    }

private:
    std::mt19937 generator_{4};
};

/// Legs on both sides of the body, spread along x: up to a knee, then down to the ground.
void addLegs(ShapeBuilder& shape, int perSide, double spread, double span, int along, int around) {
    for (int i = 0; i < perSide; ++i) {
        const double x = 2.0 * i / (perSide - 1) - 1;
        for (const double side : {-1.0, 1.0}) {
            const ShapePoint hip = {0.06 * x, 0, 0.04 * side}, foot = {spread * x, -0.25, span * side};
            const ShapePoint knee = 0.5 * (hip + foot) + ShapePoint{0, 0.5, 0};
            shape.addLimb(hip, knee, foot, 0.02, 0.008, along, around);
        }
    }
}

/// Grows from a point on the trunk outwards and upwards.
struct Branch {
    ShapePoint root, end;
};

void addLeaves(ShapeBuilder& shape, LeafNumbers& numbers, const Branch& branch, int count, Leaves leaves) {
    const auto add = leaves == Leaves::loose ? &ShapeBuilder::addLeaf : &ShapeBuilder::addClosedLeaf;
    for (int i = 0; i < count; ++i) {
        const ShapePoint onBranch = branch.root + numbers.between(0.4, 1.1) * (branch.end - branch.root);
        const ShapePoint corner = onBranch + numbers.inCube(0.08), sideU = numbers.inCube(0.03),
                         sideV = numbers.inCube(0.03);
        (shape.*add)(corner, sideU, sideV);
    }
}

/// The outline of a robe on a pedestal: the radius at a height from -0.5 to 0.25.
double robeRadius(double y) {
    constexpr double kPedestalTop = -0.2;
    return y < kPedestalTop ? 0.2 - 0.05 * (y + 0.5) / 0.3 : 0.14 - 0.07 * (y - kPedestalTop) / 0.45;
}

/// That outline with folds, smaller by a factor about a point of the axis.
void addRobe(ShapeBuilder& shape, double factor) {
    shape.addClosedBand(68, 44, [=](double fraction, double turn) {
        const double y = -0.5 + 0.75 * fraction, folds = 1 + 0.1 * std::cos(18 * std::numbers::pi * turn);
        const ShapePoint centre = {0, -0.19, 0};
        return centre + factor * (onCircle(turn, folds * robeRadius(y), y) - centre);
    });
}

/// The profile of a wall or a floor of a storey: a rectangle of radii and heights.
struct RingProfile {
    double innerRadius, outerRadius, bottom, top;
    int across, upwards;  ///< faces along the rectangle's sides
};

/// The point after a fraction of the perimeter, whose faces count equally.
ShapePoint pointOn(const RingProfile& ring, double fraction, double turn) {
    const int steps = 2 * (ring.across + ring.upwards);
    const int step = static_cast<int>(std::lround(fraction * steps));
    const auto along = [](int i, int count) { return static_cast<double>(i) / count; };
    double right = 0, up = 0;  // from 0 to 1
    if (step < ring.across) {
        right = along(step, ring.across);
    } else if (step < ring.across + ring.upwards) {
        right = 1;
        up = along(step - ring.across, ring.upwards);
    } else if (step < 2 * ring.across + ring.upwards) {
        right = 1 - along(step - ring.across - ring.upwards, ring.across);
        up = 1;
    } else {
        up = 1 - along(step - 2 * ring.across - ring.upwards, ring.upwards);
    }
    return onCircle(turn, ring.innerRadius + right * (ring.outerRadius - ring.innerRadius),
                    ring.bottom + up * (ring.top - ring.bottom));
}

void addRing(ShapeBuilder& shape, const RingProfile& ring, int around = 120) {
    shape.addClosedRing(2 * (ring.across + ring.upwards), around,
                        [&](double fraction, double turn) { return pointOn(ring, fraction, turn); });
}

void addStorey(ShapeBuilder& shape, double floor, double ceiling) {
    constexpr double kGallery = 0.92;  // radius of the ring of columns
    constexpr double kOverlap = 0.01;
    for (const double radius : {0.5, 0.62, 0.78}) {
        addRing(shape, {radius, radius + 0.04, floor, ceiling + kOverlap, 1, 8});
    }
    addRing(shape, {0.48, 1, ceiling - 0.04, ceiling, 4, 1});
    addRing(shape, {0.97, 0.99, floor, floor + 0.25, 1, 3});  // parapet
    constexpr int kColumns = 30;
    for (int i = 0; i < kColumns; ++i) {
        const double turn = static_cast<double>(i) / kColumns;
        const ShapePoint foot = onCircle(turn, kGallery, floor),
                         head = onCircle(turn, kGallery, ceiling - 0.02);
        shape.addLimb(foot, 0.5 * (foot + head), head, 0.045, 0.04, 2, 10);
    }
}

SceneMesh leaning(SceneMesh mesh, double slope) {
    for (btVector3& v : mesh.vertices) {
        v = vertexAt(double(v.x()) + slope * double(v.y()), double(v.y()), double(v.z()));
    }
    return mesh;
}

}  // namespace

SceneMesh antModel() {
    ShapeBuilder shape;
    shape.addEllipsoid({0.24, 0.03, 0}, {0.11, 0.09, 0.1}, 20, 24);    // head
    shape.addEllipsoid({0, 0, 0}, {0.15, 0.07, 0.07}, 20, 24);         // thorax
    shape.addEllipsoid({-0.34, 0.02, 0}, {0.22, 0.13, 0.14}, 20, 24);  // abdomen
    addLegs(shape, 3, 0.4, 0.45, 24, 10);
    for (const double side : {-1.0, 1.0}) {
        shape.addLimb({0.32, 0.08, 0.03 * side}, {0.4, 0.3, 0.1 * side}, {0.55, 0.12, 0.16 * side}, 0.01,
                      0.005, 18, 8);  // antenna
    }
    return shape.take();
}

SceneMesh spiderModel() {
    ShapeBuilder shape;
    shape.addEllipsoid({0.1, 0, 0}, {0.14, 0.08, 0.1}, 16, 24);
    shape.addEllipsoid({-0.2, 0.04, 0}, {0.2, 0.14, 0.16}, 16, 24);
    addLegs(shape, 4, 0.5, 0.5, 21, 10);
    return shape.take();
}

SceneMesh treeModel(Leaves leaves) {
    constexpr int kBranches = 12;
    const int leafCount = leaves == Leaves::loose ? 1258 : 629;  // the same triangles
    ShapeBuilder shape;
    LeafNumbers numbers;
    shape.addLimb({0, -0.5, 0}, {0.02, -0.1, 0.03}, {0, 0.3, 0}, 0.06, 0.015, 20, 12);
    for (int i = 0; i < kBranches; ++i) {
        const double fraction = (i + 0.5) / kBranches, height = -0.2 + 0.5 * fraction;
        const double turn = 0.38 * i;
        const Branch branch = {{0, height, 0}, onCircle(turn, 0.45 - 0.2 * fraction, height + 0.2)};
        shape.addLimb(branch.root, 0.5 * (branch.root + branch.end) - ShapePoint{0, 0.05, 0}, branch.end,
                      0.015, 0.004, 8, 6);
        addLeaves(shape, numbers, branch, leafCount * (i + 1) / kBranches - leafCount * i / kBranches,
                  leaves);
    }
    return shape.take();
}

SceneMesh carModel() {
    ShapeBuilder shape;
    shape.addEllipsoid({0, 0, 0}, {0.5, 0.13, 0.2}, 90, 140);
    shape.addEllipsoid({-0.05, 0.1, 0}, {0.3, 0.15, 0.17}, 60, 120);
    for (const double x : {-0.3, 0.3}) {
        for (const double z : {-0.19, 0.19}) {
            shape.addEllipsoid({x, -0.09, z}, {0.09, 0.09, 0.03}, 34, 62);
        }
    }
    return shape.take();
}

SceneMesh shellStatueModel() {
    constexpr int kRobes = 6;
    ShapeBuilder shape;
    for (int i = 0; i < kRobes; ++i) addRobe(shape, 1 - 0.6 * i / (kRobes - 1));
    addRing(shape, {0.05, 0.056, -0.3, -0.13, 1, 10}, 40);  // a frame
    shape.addEllipsoid({0, 0.3, 0}, {0.045, 0.06, 0.05}, 26, 40);
    shape.addLimb({0, 0.22, 0.06}, {0.02, 0.26, 0.14}, {0.02, 0.45, 0.13}, 0.03, 0.02, 20, 24);
    shape.addEllipsoid({0.02, 0.47, 0.13}, {0.03, 0.03, 0.03}, 20, 24);
    return shape.take();
}

SceneMesh walledTowerModel() {
    constexpr int kStoreys = 8;
    constexpr double kHeight = 0.9;  // of a storey, in radii of its galleries
    ShapeBuilder shape;
    for (int i = 0; i < kStoreys; ++i) addStorey(shape, i * kHeight, (i + 1) * kHeight);
    // Four degrees, as in Pisa: x grows with height.
    return leaning(shape.take(), std::tan(std::numbers::pi * 4 / 180));
}

}  // namespace ricochet::scenes
