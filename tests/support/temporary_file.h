#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace ricochet {

/// A file with a given text, removed with the object; named after the process and the running test, so that
/// tests may run side by side.
class TemporaryFile {
public:
    TemporaryFile(const std::string& suffix, const std::string& text) {
        const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
        std::string name = std::string(test.test_suite_name()) + "_" + test.name();
        std::replace(name.begin(), name.end(), '/', '_');
        path_ = testing::TempDir() + "ricochet_" + std::to_string(getpid()) + "_" + name + suffix;
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace ricochet
