#include "demos/app/paged_world.h"

#include "algorithms/mktree/build.h"
#include "demos/app/tanker_objects.h"
#include "demos/app/this_process.h"

#include <ricochet/mktree_shape.h>

#include <filesystem>
#include <utility>

namespace ricochet::app {
namespace {

/// A temporary file, removed on destruction.
class NamedFile {
public:
    ~NamedFile() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove(path_, ignored);
    }
    NamedFile() = default;
    NamedFile(const NamedFile&) = delete;
    NamedFile& operator=(const NamedFile&) = delete;

    const std::string& path() const { return path_; }  ///< empty: there is none

private:
    std::string path_ = createTemporaryFile("ricochet-world-");
};

}  // namespace

Result<std::unique_ptr<btCollisionShape>> makePagedWorld(
    const std::function<bool(scenes::SceneMesh&)>& next) {
    const NamedFile file;
    if (file.path().empty()) return tl::unexpected(std::string("no file can be created for the world"));
    const auto built = mktree::build(objectsOf(next), file.path());
    if (!built) return tl::unexpected(built.error());
    MkTreeShape::Opened opened = MkTreeShape::open(file.path());
    if (!opened.shape) return tl::unexpected(opened.error);
    return std::move(opened.shape);
}

}  // namespace ricochet::app
