#include "demos/app/ffmpeg.h"

namespace ricochet::app {

Result<void> Ffmpeg::check() {
    return tl::unexpected<std::string>(
        "--video: this program was built without pictures (RICOCHET_PLAIN_PROGRAM)");
}

Result<std::unique_ptr<Ffmpeg>> Ffmpeg::start(const std::string&, int, int, double) {
    return tl::unexpected(check().error());
}

Ffmpeg::~Ffmpeg() = default;
bool Ffmpeg::add(std::span<const std::uint8_t>) { return false; }
Result<void> Ffmpeg::finish() { return check(); }

}  // namespace ricochet::app
