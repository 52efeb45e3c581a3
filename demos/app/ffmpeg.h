#pragma once

#include "algorithms/geometry/types.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <sys/types.h>

namespace ricochet::app {

/// The program ffmpeg, while it encodes pictures into a video file, whose format its ending tells.
class Ffmpeg {
public:
    /// An error message tells what to install if there is no such program on PATH.
    static Result<void> check();
    /// Pictures of three bytes a pixel, the lowest row first.
    static Result<std::unique_ptr<Ffmpeg>> start(const std::string& path, int width, int height,
                                                 double picturesPerSecond);
    ~Ffmpeg();
    Ffmpeg(const Ffmpeg&) = delete;
    Ffmpeg& operator=(const Ffmpeg&) = delete;

    /// False if ffmpeg takes no more; `finish` then tells why.
    bool add(std::span<const std::uint8_t> pixels);
    /// Waits until the file is complete. An error message contains what ffmpeg said.
    Result<void> finish();

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    Ffmpeg() = default;
    void closeInput();
    int wait();

    std::unique_ptr<std::FILE, Close> messages_;
    int input_ = -1;      ///< a socket: writing to it when ffmpeg has ended raises no signal
    pid_t process_ = -1;  ///< -1: it has been waited for
};

}  // namespace ricochet::app
