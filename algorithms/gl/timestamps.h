#pragma once

#include "algorithms/gl/object.h"

#include <vector>

namespace ricochet::gl {

/// When OpenGL passes marks among its commands, by timer queries: nothing waits until they are read. On the
/// OpenGL thread.
class Timestamps {
public:
    void restart() { marks_ = 0; }
    void mark();

    /// Milliseconds from each mark to the next; waits until OpenGL has passed the last one. Zeros if the
    /// driver has no such clock.
    std::vector<double> laps() const;

private:
    std::vector<Object> queries_;
    std::size_t marks_ = 0;
};

}  // namespace ricochet::gl
