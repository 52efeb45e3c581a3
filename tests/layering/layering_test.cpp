#include "tests/layering/layering.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

namespace ricochet::layering {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A source tree of our own making in a temporary folder.
class MadeUpTree : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "layering-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        root_ = name;
    }
    void TearDown() override { fs::remove_all(root_); }

    void write(const std::string& file, const std::string& text) {
        fs::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << text;
    }
    /// The violations of a tree with this one line in this one file.
    std::vector<std::string> violationsOf(const std::string& file, const std::string& line) {
        write(file, "#pragma once\n" + line + "\n");
        std::vector<std::string> found = violations(root_);
        fs::remove(root_ / file);
        return found;
    }

    fs::path root_;
};

TEST(Layering, SourcesObeyTheDependencyRule) { EXPECT_THAT(violations(RICOCHET_SOURCE_DIR), IsEmpty()); }

TEST(Layering, RoomsOfAdaptersHaveAtMostFourFloors) {
    for (const auto& room : fs::directory_iterator(RICOCHET_SOURCE_DIR "/adapters")) {
        if (!room.is_directory()) continue;
        const std::string folder = "adapters/" + room.path().filename().string();
        EXPECT_THAT(floors(RICOCHET_SOURCE_DIR, folder), testing::AllOf(testing::Ge(1), testing::Le(4)))
            << folder;
    }
}

TEST_F(MadeUpTree, FloorsAreCountedUnlessThereIsACircle) {
    write("room/ground.h", "#include <vector>\n");
    write("room/first.h", "#include \"room/ground.h\"\n");
    write("room/first.cpp", "#include \"room/first.h\"\n");
    EXPECT_EQ(floors(root_, "room"), 2);
    write("room/second.cpp", "#include \"room/first.h\"\n");
    EXPECT_EQ(floors(root_, "room"), 3);
    write("room/ground.cpp", "#include \"room/first.h\"\n");
    EXPECT_EQ(floors(root_, "room"), 0);
}

TEST_F(MadeUpTree, AllowedIncludesPass) {
    const std::pair<const char*, const char*> allowed[] = {
        {"algorithms/geometry/mesh.cpp", "#include <vector>"},
        {"algorithms/geometry/mesh.cpp", "#include \"algorithms/geometry/mesh.h\""},
        {"algorithms/obb_tree/fit.cpp", "#include <Eigen/Eigenvalues>"},
        {"algorithms/contact/patch.cpp", "#include \"algorithms/geometry/mesh_topology.h\""},
        {"algorithms/gl/context.cpp", "#include <epoxy/egl.h>"},
        {"algorithms/swept_contacts/relative_motion.h", "#include \"algorithms/contact/contact.h\""},
        {"algorithms/stencil/passes.cpp", "#include <epoxy/gl.h>"},
        {"algorithms/stencil/passes.cpp", "#include \"algorithms/gl/thread.h\""},
        {"demos/view/render_passes.h", "#include \"algorithms/gl/program.h\""},
        {"adapters/shapes/convert.h", "#include \"algorithms/contact/contact.h\""},
        {"adapters/shapes/convert.h", "#include <LinearMath/btTransform.h>"},
        {"plugin/backends.cpp", "#include \"algorithms/face_octree/face_octree.h\""},
        {"plugin/pairs/contact_pair.h", "#include \"plugin/continuous/time_of_impact.h\""},
        {"plugin/registration.cpp", "#include \"plugin/pairs/pair_algorithm.h\""},
        {"plugin/include/ricochet/settings.h", "#include <ricochet/precision.h>"},
        {"demos/scenes/drop.cpp", "#include <btBulletDynamicsCommon.h>"},
        {"demos/app/run.cpp", "#include <ricochet/ricochet.h>"},
        {"demos/baselines/fcl_aabb_baseline.cpp", "#include <fcl/fcl.h>"},
        {"demos/app/run.cpp", "#include <fstream>"},
        {"demos/app/main.cpp", "#include \"demos/window/view.h\""},
        {"demos/window/painter.cpp", "#include <epoxy/gl.h>"},
        {"tests/geometry/mesh_test.cpp", "#include <gtest/gtest.h>"},
    };
    for (const auto& [file, line] : allowed) {
        EXPECT_THAT(violationsOf(file, line), IsEmpty()) << file << ": " << line;
    }
}

TEST_F(MadeUpTree, ForbiddenIncludesAreFound) {
    const std::pair<const char*, const char*> forbidden[] = {
        {"algorithms/geometry/mesh.cpp", "#include <btBulletDynamicsCommon.h>"},
        {"algorithms/geometry/mesh.cpp", "#include <fstream>"},
        {"algorithms/geometry/mesh.cpp", "#include \"mesh.h\""},
        {"algorithms/geometry/mesh.cpp", "#include \"algorithms/contact/contact.h\""},
        {"algorithms/face_octree/face_octree.cpp", "#include \"algorithms/brute_force/brute_force.h\""},
        {"algorithms/contact/patch.cpp", "  #  include \"algorithms/face_octree/face_octree.h\"  // why"},
        {"algorithms/contact/patch.cpp", "#include <epoxy/gl.h>"},
        {"algorithms/contact/patch.cpp", "#include \"algorithms/gl/context.h\""},
        {"algorithms/gl/context.cpp", "#include \"algorithms/geometry/types.h\""},
        {"algorithms/contact/contact.cpp", "#include \"algorithms/swept_contacts/swept_contacts.h\""},
        {"algorithms/swept_contacts/relative_motion.h", "#include <LinearMath/btTransform.h>"},
        {"algorithms/stencil/passes.cpp", "#include <dlfcn.h>"},
        {"adapters/shapes/convert.h", "#include \"plugin/backends.h\""},
        {"adapters/shapes/convert.h", "#include \"adapters/shape_cache/model_cache.h\""},
        {"adapters/shape_cache/model_cache.h", "#include \"adapters/manifold/contact_side.h\""},
        {"adapters/shapes/convert.h", "#include <ricochet/precision.h>"},
        {"adapters/shapes/mktree_shape.h", "#include <ricochet/mktree_shape.h>"},
        {"adapters/shapes/convert.h", "#include \"algorithms/face_octree/face_octree.h\""},
        {"plugin/backends.cpp", "#include \"demos/scenes/scene.h\""},
        {"plugin/broad_phase/pair_cache.cpp", "#include \"plugin/process_state.h\""},
        {"plugin/continuous/object_sweep.cpp", "#include \"plugin/pairs/contact_pair.h\""},
        {"plugin/pairs/contact_pair.cpp", "#include \"plugin/broad_phase/pair_cache.h\""},
        {"plugin/pairs/contact_pair.cpp", "#include \"algorithms/wide_tree/wide_tree.h\""},
        {"plugin/prediction/prefetch.cpp", "#include \"plugin/pairs/step_clock.h\""},
        {"plugin/tools/tuning.cpp", "#include \"plugin/continuous/object_sweep.h\""},
        {"plugin/include/ricochet/settings.h", "#include <Eigen/Core>"},
        {"plugin/include/ricochet/settings.h", "#include \"plugin/backends.h\""},
        {"plugin/include/ricochet/settings.h", "#include \"algorithms/geometry/types.h\""},
        {"demos/scenes/drop.cpp", "#include <ricochet/ricochet.h>"},
        {"demos/view/offscreen_renderer.h", "#include <epoxy/gl.h>"},
        {"demos/view/offscreen_renderer.cpp", "#include <btBulletDynamicsCommon.h>"},
        {"demos/app/main.cpp", "#include <epoxy/gl.h>"},
        {"demos/app/run.cpp", "#include \"demos/lab/program.h\""},
        {"demos/app/run.cpp", "#include \"demos/baselines/baseline.h\""},
        {"demos/lab/reproduce.cpp", "#include <fcl/fcl.h>"},
        {"demos/baselines/absent/fcl.cpp", "#include <fcl/fcl.h>"},
    };
    for (const auto& [file, line] : forbidden) {
        EXPECT_THAT(violationsOf(file, line), ElementsAre(HasSubstr("does not allow")))
            << file << ": " << line;
    }
}

TEST_F(MadeUpTree, SourceWithoutARuleIsFound) {
    EXPECT_THAT(violationsOf("extras/tool.cpp", ""), ElementsAre(HasSubstr("no rule")));
}

TEST_F(MadeUpTree, DisabledCodeIsFound) {
    EXPECT_THAT(violationsOf("tests/mesh_test.cpp", std::string("#if ") + "0"),
                ElementsAre(HasSubstr("disables code")));
}

TEST_F(MadeUpTree, TypeInformationIsFoundInTheLibrary) {
    const std::string cast = "auto* own = dynamic_cast<Cache*>(memory);", type = "if (typeid(*a) == other) {",
                      shared = "auto own = std::dynamic_pointer_cast<Cache>(memory);";
    for (const std::string file :
         {"algorithms/contact/patch.cpp", "adapters/shapes/convert.h", "plugin/backends.cpp"}) {
        for (const std::string& line : {cast, type, shared}) {
            EXPECT_THAT(violationsOf(file, line), ElementsAre(HasSubstr("uses run-time type information")));
        }
        EXPECT_THAT(violationsOf(file, "// faster than dynamic_cast"), IsEmpty());
    }
    EXPECT_THAT(violationsOf("tests/mesh_test.cpp", cast), IsEmpty());
    EXPECT_THAT(violationsOf("demos/app/run.cpp", type), IsEmpty());
}

TEST_F(MadeUpTree, HiddenFoldersAndBuildTreesDoNotCount) {
    EXPECT_THAT(violationsOf("build/another/installed.h", "#include <anything.h>"), IsEmpty());
    write("elsewhere/CMakeCache.txt", "");
    EXPECT_THAT(violationsOf("elsewhere/generated.cpp", "#include <anything.h>"), IsEmpty());
    EXPECT_THAT(violationsOf(".cache/index.cpp", "#include <anything.h>"), IsEmpty());
}

}  // namespace
}  // namespace ricochet::layering
