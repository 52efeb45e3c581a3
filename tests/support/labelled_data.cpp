#include "tests/support/labelled_data.h"

#include "demos/mesh_files/labelled_path.h"

#include <cstdlib>
#include <string>

namespace ricochet {

std::optional<std::filesystem::path> labelledData(const std::string& name) {
    const std::filesystem::path path = labelledPath(name);
    if (!std::filesystem::exists(path)) return std::nullopt;
    return path;
}

std::vector<LabelledFile> labelledFiles(const std::string& name) {
    std::vector<LabelledFile> files;
    const std::filesystem::path twin = std::filesystem::path("tests/ground_truth/twins") / name;
    if (std::filesystem::exists(twin)) files.push_back({twin, true});
    if (const auto real = labelledData(name)) {
        files.push_back({*real, false});
    } else if (files.empty() || isLabelledDataRequired()) {
        ADD_FAILURE() << "no labelled data " << name;
    }
    return files;
}

bool isLabelledDataRequired() {
    const char* value = std::getenv("RICOCHET_REQUIRE_DATA");
    return value && std::string(value) == "1";
}

std::vector<std::vector<char>> readRecords(const std::filesystem::path& file, std::size_t recordBytes) {
    std::ifstream in(file, std::ios::binary);
    std::vector<std::vector<char>> records;
    std::vector<char> record(recordBytes);
    while (in.read(record.data(), static_cast<std::streamsize>(recordBytes))) records.push_back(record);
    return records;
}

}  // namespace ricochet
