#pragma once

#include "algorithms/face_octree/checked_faces.h"

#include <span>

namespace ricochet {

/// Stage 4: whether two faces are a pair. Thread-safe.
/// Static bodies (3.3.6): exactly the faces within a distance of each other. Moving bodies (4.2): all except
/// those whose swept spaces are proved apart.
class PairTest {
public:
    /// Refers to `faces`. `queryDistance` in metres, for static bodies.
    PairTest(const CheckedFaces& faces, Real queryDistance) : faces_(faces), queryDistance_(queryDistance) {}

    /// One result per pair.
    void test(std::span<const EntryPair> pairs, std::span<char> answers) const;

private:
    const CheckedFaces& faces_;
    Real queryDistance_;
};

}  // namespace ricochet
