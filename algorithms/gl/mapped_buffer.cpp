#include "algorithms/gl/mapped_buffer.h"

#include <epoxy/gl.h>

namespace ricochet::gl {

MappedBuffer::MappedBuffer(Use use, std::size_t bytes) {
    const GLbitfield access = (use == Use::write ? GL_MAP_WRITE_BIT : GL_MAP_READ_BIT) |
                              GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const auto size = static_cast<GLsizeiptr>(bytes);
    name_ = makeBuffer();
    glNamedBufferStorage(name_, size, nullptr, access);
    bytes_ = {static_cast<std::byte*>(glMapNamedBufferRange(name_, 0, size, access)), bytes};
}

void waitForAll() {
    constexpr GLuint64 kSecond = 1'000'000'000;
    const GLsync done = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    // Ends also when the context is lost: waiting fails then.
    while (glClientWaitSync(done, GL_SYNC_FLUSH_COMMANDS_BIT, kSecond) == GL_TIMEOUT_EXPIRED) {
    }
    glDeleteSync(done);
}

}  // namespace ricochet::gl
