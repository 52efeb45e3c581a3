#include "demos/app/object_stream.h"

#include "demos/app/tanker_objects.h"

#include <gmock/gmock.h>

#include <sstream>

namespace ricochet::app {
namespace {

using mktree::WorldObject;
using testing::HasSubstr;

template <class Value>
void put(std::string& text, const Value& value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string written(const std::vector<WorldObject>& objects) {
    std::string text = "RCOBJECT";
    for (const WorldObject& object : objects) {
        put(text, object.part);
        put(text, static_cast<std::uint32_t>(object.vertices.size()));
        put(text, static_cast<std::uint32_t>(object.faces.size()));
        for (const Vec3& v : object.vertices) {
            for (const Real x : v) put(text, x);
        }
        for (const Face& face : object.faces) {
            for (const Index corner : face) put(text, corner);
        }
    }
    return text;
}

Result<std::vector<WorldObject>> readBack(const std::string& text) {
    std::istringstream in(text);
    const mktree::ObjectStream stream = objectsIn(in, "ship");
    std::vector<WorldObject> objects;
    WorldObject object;
    for (;;) {
        const Result<bool> isThere = stream(object);
        if (!isThere) return tl::unexpected(isThere.error());
        if (!*isThere) return objects;
        objects.push_back(object);
    }
}

/// Parts of a tanker; one is larger than the reader's portions.
std::vector<WorldObject> someObjects() {
    std::vector<WorldObject> objects(1);
    const mktree::ObjectStream tanker = tankerObjects(5000);
    while (tanker(objects.back()).value()) objects.push_back({});
    objects.pop_back();
    for (std::size_t i = 0; i < objects.size(); ++i) objects[i].part = static_cast<Index>(i % 3);
    WorldObject large{.part = 3, .vertices = {}, .faces = {}, .numbers = {}};
    for (Index i = 0; i < 200'000; ++i) {
        large.vertices.emplace_back(0.1 * i, 1.0 / 3, -1e-9 * i);
        large.faces.push_back({i, i / 2, i / 3});
    }
    objects.push_back(large);
    return objects;
}

TEST(ObjectStream, ReadsWhatWasWritten) {
    const std::vector<WorldObject> objects = someObjects();
    const auto read = readBack(written(objects));
    ASSERT_TRUE(read) << read.error();
    ASSERT_EQ(read->size(), objects.size());
    std::array<Index, 4> next{};
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const WorldObject& object = (*read)[i];
        EXPECT_EQ(object.part, objects[i].part);
        EXPECT_EQ(object.vertices, objects[i].vertices);
        EXPECT_EQ(object.faces, objects[i].faces);
        EXPECT_EQ(object.numberOf(0), next[object.part]);  // faces are numbered in their part
        next[object.part] += static_cast<Index>(object.faces.size());
    }
}

TEST(ObjectStream, CanBeEmpty) { EXPECT_TRUE(readBack("RCOBJECT")->empty()); }

TEST(ObjectStream, ReportsErrors) {
    EXPECT_EQ(readBack("").error(), "ship: it is not a stream of objects");
    EXPECT_EQ(readBack("v 0 0 0\nv 1 0 0\n").error(), "ship: it is not a stream of objects");
    std::vector<WorldObject> objects = someObjects();
    objects.resize(2);
    const std::string whole = written(objects), first = written({objects[0]});
    for (std::size_t size = first.size() + 1; size < whole.size(); ++size) {
        ASSERT_EQ(readBack(whole.substr(0, size)).error(), "ship: object 1 ends too early") << size;
    }
    objects[1].part = 7;
    EXPECT_EQ(readBack(written(objects)).error(), "ship: object 1 skips a part");
}

/// The counts of a damaged object would require more memory than there is.
TEST(ObjectStream, DoesNotTrustCounts) {
    std::string text = "RCOBJECT";
    put(text, std::array<std::uint32_t, 3>{0, 0xFFFFFFFF, 0xFFFFFFFF});
    EXPECT_THAT(readBack(text + std::string(1000, 'x')).error(), HasSubstr("object 0 ends too early"));
}

}  // namespace
}  // namespace ricochet::app
