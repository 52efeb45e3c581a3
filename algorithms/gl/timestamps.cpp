#include "algorithms/gl/timestamps.h"

#include <epoxy/gl.h>

namespace ricochet::gl {

void Timestamps::mark() {
    if (marks_ == queries_.size()) queries_.push_back(makeQuery(GL_TIMESTAMP));
    glQueryCounter(queries_[marks_++], GL_TIMESTAMP);
}

std::vector<double> Timestamps::laps() const {
    std::vector<double> milliseconds;
    GLuint64 last = 0;
    for (std::size_t i = 0; i < marks_; ++i) {
        GLuint64 now = 0;  // nanoseconds
        glGetQueryObjectui64v(queries_[i], GL_QUERY_RESULT, &now);
        if (i > 0) milliseconds.push_back(1e-6 * static_cast<double>(now - last));
        last = now;
    }
    return milliseconds;
}

}  // namespace ricochet::gl
