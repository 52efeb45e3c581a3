#pragma once

#include "plugin/clocks.h"

#include <btBulletCollisionCommon.h>

namespace ricochet::app {

/// A dispatcher that knows how long its last step of collision took: the same measure for every backend.
class TimedDispatcher : public btCollisionDispatcher {
public:
    using btCollisionDispatcher::btCollisionDispatcher;

    void dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override {
        const double start = threadMicroseconds();
        btCollisionDispatcher::dispatchAllCollisionPairs(pairs, info, dispatcher);
        milliseconds_ = 1e-3 * (threadMicroseconds() - start);
    }

    double milliseconds() const { return milliseconds_; }  ///< thread CPU time

private:
    double milliseconds_ = 0;
};

}  // namespace ricochet::app
