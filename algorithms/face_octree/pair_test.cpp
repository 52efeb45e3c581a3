#include "algorithms/face_octree/pair_test.h"

#include "algorithms/geometry/close_faces.h"

namespace ricochet {

void PairTest::test(std::span<const EntryPair> pairs, std::span<char> answers) const {
    if (faces_.areMoving()) {
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            answers[i] = mayMeet(faces_.hull(pairs[i].first), faces_.hull(pairs[i].second), 0);
        }
        return;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        answers[i] =
            areClose(faces_.triangle(pairs[i].first), faces_.triangle(pairs[i].second), queryDistance_);
    }
}

}  // namespace ricochet
