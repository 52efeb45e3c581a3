#include "tests/ground_truth/labelled_set.h"
#include "tests/ground_truth/twins.h"

#include <filesystem>
#include <fstream>

namespace {

using namespace ricochet;
const std::filesystem::path kFolder = "tests/ground_truth";

void write(const std::filesystem::path& name, const std::string& text) {
    std::filesystem::create_directories((kFolder / name).parent_path());
    std::ofstream(kFolder / name, std::ios::binary) << text;
}

}  // namespace

/// Regenerates the labelled sets of this folder; run from the project's root.
int main() {
    write("triangle_triangle.txt", makeTriangleTriangleSet());
    write("triangle_box.txt", makeTriangleBoxSet());
    for (const auto& [name, text] : twins::queryFiles()) write("twins/" + name, text);
    for (const auto& [name, text] : twins::meshFiles()) write("twins/" + name, text);
    for (const auto& pair : twins::pairs())
        write("twins/meshpairs/" + pair.name + ".txt", twins::pairFile(pair));
}
