#include "demos/app/video.h"

#include "demos/app/ffmpeg.h"
#include "demos/app/output_file.h"
#include "demos/app/progress_bar.h"
#include "demos/app/this_process.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <utility>

namespace ricochet::app {
namespace {

constexpr double kPicturesPerSecond = 30;  // pictures a second, about

/// Pictures of one height, from left to right.
std::vector<std::uint8_t> sideBySide(const std::vector<view::Image>& images) {
    std::vector<std::uint8_t> pixels;
    for (int row = 0; row < images.front().height; ++row) {
        for (const view::Image& image : images) {
            const auto begin = image.pixels.begin() + std::ptrdiff_t{3} * image.width * row;
            pixels.insert(pixels.end(), begin, begin + std::ptrdiff_t{3} * image.width);
        }
    }
    return pixels;
}

const CLI::Validator kVideo(
    [](const std::string& path) {
        return path.empty() || path.ends_with(".mp4") || path.ends_with(".webm")
                   ? ""
                   : path + ": the name of a video must end in .mp4 or .webm";
    },
    "");

}  // namespace

void addVideo(CLI::App& app, std::string& video) {
    app.add_option("--video", video,
                   "file .mp4 or .webm for a video of the run, which the program ffmpeg encodes")
        ->check(kVideo)
        ->check(kWritable);
}

Video::Video(std::string path, double hz, int width)
    : path_(std::move(path)),
      hz_(hz),
      every_(std::max(1, static_cast<int>(std::lround(hz / kPicturesPerSecond)))),
      width_(width) {}

Result<void> Video::check() const { return path_.empty() ? Result<void>() : Ffmpeg::check(); }

void Video::begin(const std::string& name) { runs_.push_back({name, nullptr}); }

void Video::record(const scenes::Scene& scene, int step) {
    if (path_.empty() || !reason_.empty() || step % every_ != 0) return;
    if (runs_.empty()) begin("");
    std::unique_ptr<FrameWriter>& writer = runs_.back().writer;
    if (!writer) {
        auto made = FrameWriter::create(scene, width_);
        if (!made) return void(reason_ = made.error());
        writer = std::move(*made);
    }
    writer->record(scene, step, step / hz_);
}

/// In the place of the file only when it is complete.
Result<void> Video::write(bool isForced) {
    namespace fs = std::filesystem;
    if (path_.empty()) return {};
    if (!reason_.empty()) return tl::unexpected("--video: " + reason_);
    const std::string name =
        "ricochet-" + std::to_string(processNumber()) + fs::path(path_).extension().string();
    const fs::path work = fs::temp_directory_path() / name;
    auto written = encode(work.string(), isForced);
    if (written) {
        std::ifstream file(work, std::ios::binary);
        written = writeFile(path_, std::string(std::istreambuf_iterator<char>(file), {}));
    }
    std::error_code ignored;
    fs::remove(work, ignored);
    return written;
}

Result<void> Video::encode(const std::string& path, bool isForced) {
    const std::vector<view::Camera> cameras = runs_.front().writer->cameras();
    std::size_t count = cameras.size();
    for (const Run& run : runs_) count = std::min(count, run.writer->moments());
    const int width = width_ * static_cast<int>(runs_.size());
    auto ffmpeg = Ffmpeg::start(path, width, width_ * 9 / 16, hz_ / every_);
    if (!ffmpeg) return tl::unexpected(ffmpeg.error());
    ProgressBar bar(static_cast<int>(count), isForced, "pictures");
    for (std::size_t moment = 0; moment < count; ++moment) {
        std::vector<view::Image> images;
        for (const Run& run : runs_) images.push_back(run.writer->picture(moment, cameras[moment], run.name));
        if (!(*ffmpeg)->add(sideBySide(images))) break;
        bar.show(static_cast<int>(moment) + 1);
    }
    return (*ffmpeg)->finish();
}

}  // namespace ricochet::app
