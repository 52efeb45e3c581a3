#include "demos/app/output_file.h"

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
    if (path.empty()) return {};
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) return tl::unexpected(message(path));
    return {};
}

}  // namespace ricochet::app
