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

    /// Points in all manifolds.
    int contacts() const {
        int contacts = 0;
        for (int i = 0; i < m_manifoldsPtr.size(); ++i) contacts += m_manifoldsPtr[i]->getNumContacts();
        return contacts;
    }

    double milliseconds() const { return milliseconds_; }  ///< thread CPU time

private:
    double milliseconds_ = 0;
};

}  // namespace ricochet::app
