#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// A file of the labelled data, whose folder is named by the environment variable RICOCHET_DATA_DIR and is
/// `../shared/data` beside the project otherwise. Empty if there is no such file.
std::optional<std::filesystem::path> labelledData(const std::string& name);

/// A file of labelled answers.
struct LabelledFile {
    std::filesystem::path path;
    bool isTwin;  ///< the small one of tests/ground_truth/twins, which every clone has
};

/// The twin of a labelled file, and the labelled file itself where it is. It is a failure of the running test
/// where neither is, and where data is required and only the twin is.
std::vector<LabelledFile> labelledFiles(const std::string& name);

/// RICOCHET_REQUIRE_DATA=1: tests without their data fail.
bool isLabelledDataRequired();

/// Fixed-size records of a file, the whole of it.
std::vector<std::vector<char>> readRecords(const std::filesystem::path& file, std::size_t recordBytes);

/// One little-endian float32 of a record.
inline float floatAt(const std::vector<char>& record, std::size_t byte) {
    static_assert(std::endian::native == std::endian::little);
    float value;
    std::memcpy(&value, record.data() + byte, sizeof value);
    return value;
}

}  // namespace ricochet

/// Declares `variable` as the path of a labelled file; where it is absent the test ends here, skipped with
/// a message, or failed if data is required.
#define RICOCHET_LABELLED_DATA(variable, name)                                                   \
    const auto variable##Found = ::ricochet::labelledData(name);                                 \
    if (!variable##Found && ::ricochet::isLabelledDataRequired()) {                              \
        FAIL() << "no labelled data " << name;                                                   \
    }                                                                                            \
    if (!variable##Found) GTEST_SKIP() << "no labelled data " << name << " (RICOCHET_DATA_DIR)"; \
    const std::filesystem::path variable = *variable##Found
