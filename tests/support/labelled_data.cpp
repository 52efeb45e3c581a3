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
