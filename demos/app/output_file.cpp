#include "demos/app/output_file.h"

#include "demos/app/this_process.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>

namespace ricochet::app {
namespace {

std::string message(const std::string& path) { return path + ": the file cannot be written"; }

bool isWritable(const std::string& path) {
    std::error_code none;
    const bool isNew = !std::filesystem::exists(path, none);
    const bool opens = std::ofstream(path, std::ios::binary | std::ios::app).is_open();
    if (isNew && opens) std::filesystem::remove(path, none);
    return opens;
}

}  // namespace

const CLI::Validator kWritable(
    [](const std::string& path) { return path.empty() || isWritable(path) ? "" : message(path); }, "");

const CLI::Validator kPng(
    [](const std::string& path) {
        return path.empty() || path.ends_with(".png") ? ""
                                                      : path + ": the name of a picture must end in .png";
    },
    "");

Result<void> writeFile(const std::string& path, const std::string& text) {
    namespace fs = std::filesystem;
    if (path.empty()) return {};
    // What a link leads to is written, and the link stays.
    std::error_code none;
    const bool isLink = fs::is_symlink(path, none), exists = fs::exists(path, none);
    const fs::path target = isLink && exists ? fs::canonical(path, none) : fs::path(path);
    const bool isWhole = exists ? fs::is_regular_file(target, none) : !isLink;
    const fs::path written =
        isWhole ? fs::path(target).concat(".new-" + std::to_string(processNumber())) : target;
    std::ofstream file(written, std::ios::binary);
    file << text;
    file.close();
    std::error_code error;
    if (file && isWhole) {
        const fs::file_status before = fs::status(target, none);
        if (fs::exists(before)) fs::permissions(written, before.permissions(), none);
        fs::rename(written, target, error);
    }
    if (file && !error) return {};
    if (isWhole) fs::remove(written, none);
    return tl::unexpected(message(path));
}

}  // namespace ricochet::app
