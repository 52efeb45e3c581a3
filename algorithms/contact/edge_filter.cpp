// One edge of A against three of B at a time: the distance of their lines, where on them it is taken, and the
// normal there. With edges u, v and w from the one's begin to the other's, the lines are w·(u x v) / |u x v|
// apart, at the share (w x v)·(u x v) / |u x v|² of u. Corners are off by `error`, so u, v and w by twice
// that; what products make of it, to first order and with half as much again for the second, is added to the
// bounds.

#include "algorithms/contact/edge_filter.h"

#include <algorithm>

namespace ricochet {
namespace {

using Four = FaceSketch::Four;

constexpr float kParallelSine = 0.045f;  // below 0.9 of it lines are only asked how far beside one another
constexpr float kSkin = 0.1f;            // of the depth: how far aside ends of parallel edges may lie
constexpr float kErrors = 100;           // edges of a smaller cross product are for the exact test

/// Three numbers, of four things.
struct Fours {
    Four x, y, z;

    Four dot(const Fours& o) const { return x * o.x + y * o.y + z * o.z; }
    Fours cross(const Fours& o) const { return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x}; }
    Four norm() const { return dot(*this).sqrt(); }
};

Fours operator-(const Fours& a, const Fours& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

Four next(const Four& corners) { return {corners[1], corners[2], corners[3], corners[3]}; }

/// The borders of a face, from each corner to the next; the last has no length.
struct Borders {
    Fours begin, along;
    Fours inward;  ///< unit tangents of the face; zero where they do not tell where the edges' normals lie

    explicit Borders(const FaceSketch& face)
        : begin{face.x, face.y, face.z},
          along(Fours{next(face.x), next(face.y), next(face.z)} - begin),
          inward{Four::Zero(), Four::Zero(), Four::Zero()} {
        const bool areConesKnown = !face.coneAxis.isZero(0);  // else the edge may be another face's, too
        if (areConesKnown && !face.isSliver)
            inward = {next(face.planeX), next(face.planeY), next(face.planeZ)};
    }
};

/// Four times the same.
Fours fourOf(const Fours& of, int k) {
    return {Four::Constant(of.x[k]), Four::Constant(of.y[k]), Four::Constant(of.z[k])};
}

/// Border k of A against the borders of B. All bounds tell by how much they are kept: not negative where they
/// are.
class Edges {
public:
    Edges(const Borders& a, int k, const Borders& b, const EdgeReach& reach)
        : u_(fourOf(a.along, k)),
          v_(b.along),
          w_(b.begin - fourOf(a.begin, k)),
          cross_(u_.cross(v_)),
          inwardA_(fourOf(a.inward, k)),
          inwardB_(b.inward),
          lengthU_(u_.norm()),
          lengthV_(v_.norm()),
          far_(w_.norm()),
          size_(cross_.norm()),
          apart_(w_.dot(cross_)),
          reach_(reach) {}

    Four mayTouch() const { return skew().max(parallel()).max(tiny()); }

private:
    Four skew() const {
        const Four lines = mostApart(std::max(reach_.gap, reach_.depth)) - apart_.abs();
        const Four places =
            place(w_.cross(v_).dot(cross_), lengthU_).min(place(w_.cross(u_).dot(cross_), lengthV_));
        return lines.min(places).min(normal());
    }

    Four mostApart(float gap) const {
        const float most = gap + 2 * reach_.error;
        return most * size_ + 3 * reach_.error * (lengthU_ + lengthV_) * (most + far_);
    }

    /// Whether the lines are nearest within an edge, or past its end by no more than may be.
    Four place(const Four& share, const Four& length) const {
        const Four extent = lengthU_ + lengthV_ + far_ + reach_.overrun;
        const Four error = 8 * reach_.error * extent * (extent * size_ + lengthU_ * lengthV_ * far_);
        const Four size2 = size_ * size_;
        return (0.5f * length + reach_.overrun) * size2 + error - (length * (share - 0.5f * size2)).abs();
    }

    /// Whether the cross product or its reverse lies on the right side of both faces' tangents, and the edges
    /// are not too deep inside one another along it.
    Four normal() const {
        const Four deepest = mostApart(reach_.depth);
        const Four cone =
            (reach_.coneTolerance + kConeError) * size_ + 4 * reach_.error * (lengthU_ + lengthV_);
        const Four outOfA = inwardA_.dot(cross_), outOfB = -inwardB_.dot(cross_);
        const Four forth = (deepest - apart_).min(cone + outOfA).min(cone + outOfB);
        const Four back = (deepest + apart_).min(cone - outOfA).min(cone - outOfB);
        return forth.max(back);
    }

    /// Edges nearly parallel: how far B's begin lies beside A's line.
    Four parallel() const {
        const float farthest = std::max(reach_.gap, (1 + kSkin) * reach_.depth) + 2 * reach_.error;
        const Four most = farthest + kParallelSine * (lengthV_ + reach_.overrun);
        const Four beside = lengthU_ * most + 4 * reach_.error * (lengthU_ + far_) - w_.cross(u_).norm();
        return (0.9f * kParallelSine * lengthU_ * lengthV_ - size_).min(beside);
    }

    Four tiny() const { return kErrors * reach_.error * (lengthU_ + lengthV_) - size_; }

    const Fours u_, v_, w_, cross_, inwardA_, inwardB_;
    const Four lengthU_, lengthV_, far_, size_, apart_;
    const EdgeReach& reach_;
};

}  // namespace

BorderPairs edgesThatMayTouch(const FaceSketch& a, const FaceSketch& b, const EdgeReach& reach) {
    const Borders ofA(a), ofB(b);
    unsigned pairs = 0;
    for (int k = 0; k < 3; ++k) {
        if ((a.ownEdges >> k & 1) == 0) continue;
        const Four slack = Edges(ofA, k, ofB, reach).mayTouch();
        unsigned touched = 0;
        for (int l = 0; l < 3; ++l) touched |= unsigned{slack[l] >= 0} << l;
        pairs |= (touched & b.ownEdges) << 3 * k;
    }
    return static_cast<BorderPairs>(pairs);
}

}  // namespace ricochet
