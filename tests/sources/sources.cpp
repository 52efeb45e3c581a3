#include "tests/sources/sources.h"

#include <fstream>
#include <iterator>

namespace ricochet::sources {

namespace fs = std::filesystem;

void forEachFile(const fs::path& root,
                 const std::function<void(const std::string& name, const std::string& text)>& visit) {
    for (auto i = fs::recursive_directory_iterator(root); i != fs::recursive_directory_iterator(); ++i) {
        const std::string name = i->path().filename().string();
        if (i->is_directory()) {
            const bool isHidden = name.front() == '.' && name != ".ci";
            const bool isBuilt = i->path() == root / "build" || i->path() == root / "out" ||
                                 fs::exists(i->path() / "CMakeCache.txt");
            if (isHidden || isBuilt) i.disable_recursion_pending();
        } else if (i->is_regular_file()) {
            std::ifstream stream(i->path(), std::ios::binary);
            visit(fs::relative(i->path(), root).generic_string(),
                  {std::istreambuf_iterator<char>(stream), {}});
        }
    }
}

}  // namespace ricochet::sources
