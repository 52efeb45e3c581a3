#include "tests/layering/layering.h"

namespace ricochet::layering {

// contact: surface <- contact.h, speculative_margin <- features <- intersection <- penetration; features <-
// manifold; all of them <- contact.cpp. geometry <- each algorithm <- plugin; geometry + contact + Bullet <-
// adapters <- plugin; Bullet <- scenes; plugin + scenes <- app, view, tests.
const std::vector<Room>& rooms() {
    static const std::vector<Room> table = {
        // folder                                may include
        {"algorithms", {"own folder", "algorithms/geometry/", "maths"}},
        {"algorithms/geometry/mapped_file.cpp", {"own folder", "fcntl.h", "sys/", "unistd.h"}},
        {"algorithms/contact/surface",
         {"own folder", "algorithms/contact/tolerances.h", "algorithms/geometry/", "maths"}},
        {"algorithms/contact/features",
         {"own folder", "algorithms/contact/contact.h", "algorithms/contact/speculative_margin.h",
          "algorithms/contact/tolerances.h", "algorithms/contact/surface/", "algorithms/geometry/", "maths"}},
        {"algorithms/contact/intersection",
         {"own folder", "algorithms/contact/tolerances.h", "algorithms/contact/features/",
          "algorithms/geometry/", "maths"}},
        {"algorithms/contact/penetration",
         {"own folder", "algorithms/contact/feature_depth.h", "algorithms/contact/tolerances.h",
          "algorithms/contact/features/", "algorithms/contact/intersection/", "algorithms/geometry/",
          "maths"}},
        {"algorithms/contact/manifold",
         {"own folder", "algorithms/contact/contact.h", "algorithms/contact/tolerances.h",
          "algorithms/contact/feature_depth.h", "algorithms/contact/features/", "algorithms/geometry/",
          "maths"}},
        {"algorithms/closest_features",
         {"own folder", "algorithms/geometry/", "algorithms/contact/", "maths"}},
        {"algorithms/round_shapes", {"own folder", "algorithms/geometry/", "algorithms/contact/", "maths"}},
        {"algorithms/mktree",
         {"own folder", "algorithms/geometry/", "algorithms/swept/", "maths", "files", "fcntl.h", "sys/",
          "unistd.h"}},
        {"algorithms/gl", {"own folder", "maths", "OpenGL", "dlfcn.h"}},
        {"algorithms/stencil",
         {"own folder", "algorithms/geometry/", "algorithms/contact/", "algorithms/gl/", "maths", "OpenGL"}},
        {"adapters",
         {"own folder", "ricochet/precision.h", "algorithms/geometry/", "algorithms/contact/", "maths",
          "Bullet"}},
        {"adapters/mktree_file.cpp",
         {"own folder", "ricochet/mktree_shape.h", "algorithms/mktree/", "Bullet"}},
        {"adapters/mktree_shape.cpp",
         {"own folder", "ricochet/mktree_shape.h", "algorithms/mktree/", "Bullet"}},
        {"adapters/prepared_file.cpp", {"own folder", "files"}},
        {"plugin", {"own folder", "ricochet/", "adapters/", "algorithms/", "maths", "Bullet", "iostream"}},
        {"plugin/include", {"ricochet/", "Bullet"}},
        {"plugin/preload", {"own folder", "ricochet/", "Bullet", "dlfcn.h", "link.h", "unistd.h", "files"}},
        {"demos/scenes", {"demos/scenes/", "Bullet"}},
        {"demos/mesh_files", {"own folder", "algorithms/geometry/", "maths", "assimp/", "files"}},
        {"demos/mesh_files/child_answer.cpp",
         {"own folder", "files", "fcntl.h", "poll.h", "sys/", "unistd.h"}},
        {"demos/peers",
         {"own folder", "algorithms/", "maths", "Bullet", "embree3/", "fcl/", "ode/", "files"}},
        {"demos/peers/absent", {"demos/peers/"}},
        {"demos/view", {"own folder", "algorithms/gl/", "maths", "OpenGL", "png.h", "files"}},
        {"demos/view/offscreen_renderer.h", {"tl/expected.hpp"}},
        {"demos/app",
         {"demos/", "plugin/", "ricochet/", "algorithms/", "maths", "Bullet", "CLI/", "HACD/", "nlohmann/",
          "files", "unistd.h"}},
        {"demos/app/ranks",
         {"own folder", "demos/app/output_file.h", "demos/app/own_library.h", "demos/mesh_files/",
          "algorithms/geometry/", "maths", "files", "dlfcn.h", "fcntl.h", "sys/", "unistd.h"}},
        {"demos/app/ranks/mpi_link.cpp", {"own folder", "mpi.h"}},
        {"tests", {"anything"}},
    };
    return table;
}

}  // namespace ricochet::layering
