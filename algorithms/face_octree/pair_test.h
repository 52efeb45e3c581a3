#pragma once

#include "algorithms/face_octree/checked_faces.h"

#include <span>

namespace ricochet {

/// Stage 4: whether two faces are a pair. Thread-safe.
/// Bodies that stand (3.3.6): exactly those within a distance of each other. Bodies that move (4.2): all but
/// those whose swept spaces are proved to be apart.
class PairTest {
public:
    /// Refers to `faces`. `queryDistance` in metres, for bodies that stand.
    PairTest(const CheckedFaces& faces, Real queryDistance) : faces_(faces), queryDistance_(queryDistance) {}

    /// One answer for each pair.
    void test(std::span<const EntryPair> pairs, std::span<char> answers) const;

private:
    const CheckedFaces& faces_;
    Real queryDistance_;
};

}  // namespace ricochet
