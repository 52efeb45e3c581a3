#pragma once

#include "plugin/clocks.h"

#include <btBulletCollisionCommon.h>
#include <ricochet/batch_dispatcher.h>

namespace ricochet::app {

/// Microseconds: with one thread its CPU time, which other programs disturb least.
inline double stepMicroseconds(int threads) {
    return threads > 1 ? wallMicroseconds() : threadMicroseconds();
}

/// A dispatcher that measures the time of its last collision step, in the same manner for every backend.
class TimedDispatcher : public BatchDispatcher {
public:
    TimedDispatcher(btCollisionConfiguration* configuration, bool isBatched, int threads)
        : BatchDispatcher(configuration), isBatched_(isBatched), threads_(threads) {}

    void dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override {
        const double start = stepMicroseconds(threads_);
        if (isBatched_) {
            BatchDispatcher::dispatchAllCollisionPairs(pairs, info, dispatcher);
        } else {
            btCollisionDispatcher::dispatchAllCollisionPairs(pairs, info, dispatcher);
        }
        milliseconds_ = 1e-3 * (stepMicroseconds(threads_) - start);
    }

    /// Points in all manifolds.
    int contacts() const {
        int contacts = 0;
        for (int i = 0; i < m_manifoldsPtr.size(); ++i) contacts += m_manifoldsPtr[i]->getNumContacts();
        return contacts;
    }

    double milliseconds() const { return milliseconds_; }

private:
    bool isBatched_;  ///< the queries of a step are prepared together
    int threads_;
    double milliseconds_ = 0;
};

}  // namespace ricochet::app
