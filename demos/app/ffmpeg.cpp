#include "demos/app/ffmpeg.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <spawn.h>
#include <sstream>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

extern char** environ;

namespace ricochet::app {
namespace {

/// The whole name of ffmpeg; empty if it is not on PATH.
std::string programPath() {
    const char* const folders = std::getenv("PATH");
    std::istringstream path(folders ? folders : "");
    for (std::string folder; std::getline(path, folder, ':');) {
        const std::string program = (std::filesystem::path(folder) / "ffmpeg").string();
        if (access(program.c_str(), X_OK) == 0) return program;
    }
    return "";
}

}  // namespace

Result<void> Ffmpeg::check() {
    if (!programPath().empty()) return {};
    return tl::unexpected<std::string>(
        "--video: there is no program ffmpeg on PATH; install the package ffmpeg");
}

Result<std::unique_ptr<Ffmpeg>> Ffmpeg::start(const std::string& path, int width, int height,
                                              double picturesPerSecond) {
    if (const auto found = check(); !found) return tl::unexpected(found.error());
    std::unique_ptr<Ffmpeg> ffmpeg(new Ffmpeg);
    ffmpeg->messages_.reset(std::tmpfile());
    int ends[2];
    if (!ffmpeg->messages_ || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return tl::unexpected<std::string>("--video: ffmpeg cannot be started");
    ffmpeg->input_ = ends[0];
    const std::string program = programPath(), size = std::to_string(width) + "x" + std::to_string(height);
    // Most players require even sizes and this format of pixels.
    const std::vector<std::string> words = {
        program,       "-y",       "-loglevel",     "error",
        "-f",          "rawvideo", "-pixel_format", "rgb24",
        "-video_size", size,       "-framerate",    std::to_string(picturesPerSecond),
        "-i",          "pipe:0",   "-vf",           "vflip,pad=ceil(iw/2)*2:ceil(ih/2)*2",
        "-pix_fmt",    "yuv420p",  "file:" + path};
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_adddup2(&actions, fileno(ffmpeg->messages_.get()), stream);
    const int error =
        posix_spawn(&ffmpeg->process_, program.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error == 0) return ffmpeg;
    ffmpeg->process_ = -1;
    return tl::unexpected("--video: " + program + " cannot be started");
}

void Ffmpeg::closeInput() {
    if (input_ >= 0) close(std::exchange(input_, -1));
}

int Ffmpeg::wait() {
    int status = -1;
    while (process_ > 0 && waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
}

Ffmpeg::~Ffmpeg() {
    closeInput();
    wait();
}

bool Ffmpeg::add(std::span<const std::uint8_t> pixels) {
    while (!pixels.empty()) {
        const ssize_t sent = send(input_, pixels.data(), pixels.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        pixels = pixels.subspan(static_cast<std::size_t>(sent));
    }
    return true;
}

Result<void> Ffmpeg::finish() {
    closeInput();
    if (wait() == 0) return {};
    std::string message(1000, ' ');
    std::rewind(messages_.get());
    message.resize(std::fread(message.data(), 1, message.size(), messages_.get()));
    return tl::unexpected("--video: ffmpeg failed: " + message.substr(0, message.find('\n')));
}

}  // namespace ricochet::app
