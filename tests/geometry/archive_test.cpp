#include "algorithms/geometry/archive.h"

#include "algorithms/geometry/mapped_file.h"
#include "algorithms/geometry/types.h"
#include "tests/support/temporary_file.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace ricochet {
namespace {

/// Some of each kind of value.
struct Values {
    bool isSo = true;
    Real number = 0.1;
    std::string text = "wide-tree";
    std::vector<Index> copied = {3, 1, 4};
    std::vector<bool> bits = {true, false, true};
    PlainVector<std::uint64_t> shared;

    bool operator==(const Values&) const = default;

    void archive(Archive& archive) {
        archive.value(isSo);
        archive.value(number);
        archive.text(text);
        archive.values(copied);
        archive.values(bits);
        archive.values(shared);
    }
};

Values someValues(std::size_t count = 1000) {
    Values values;
    for (std::size_t i = 0; i < count; ++i) values.shared.push_back(i * i + 7);
    return values;
}

/// A file with an archive of the values, removed with the object.
class ArchiveFile {
public:
    explicit ArchiveFile(Values values) {
        std::ofstream out(path_, std::ios::binary);
        ArchiveWriter archive(out);
        values.archive(archive);
        checksum = archive.checksum();
    }
    ~ArchiveFile() { remove(); }

    const std::string& path() const { return path_; }
    void remove() const { std::remove(path_.c_str()); }
    void write(const std::string& content) const { std::ofstream(path_, std::ios::binary) << content; }
    std::string content() const {
        std::ifstream in(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    std::uint64_t checksum = 0;

private:
    std::string path_ =
        testing::TempDir() + "archive_" + testing::UnitTest::GetInstance()->current_test_info()->name();
};

struct Reading {
    Values values;
    bool hasFailed;
    std::uint64_t checksum, left;
};

Reading read(const ArchiveFile& file) {
    ArchiveReader archive(*mapFile(file.path()));
    Values values{false, 0, "", {}, {}, {}};
    values.archive(archive);
    return {values, archive.hasFailed(), archive.checksum(), archive.bytesLeft()};
}

TEST(Archive, ReadsWhatWasWritten) {
    for (const std::size_t count : {0, 1, 1000}) {
        const ArchiveFile file(someValues(count));
        const Reading reading = read(file);
        EXPECT_FALSE(reading.hasFailed);
        EXPECT_EQ(reading.values, someValues(count));
        EXPECT_EQ(reading.checksum, file.checksum);
        EXPECT_EQ(reading.left, 0u);
    }
}

TEST(Archive, PlainVectorsStayInTheMappedFileAfterItIsRemoved) {
    const ArchiveFile file(someValues());
    Values values;
    const std::byte *begin = nullptr, *end = nullptr;
    {
        const MappedFile mapped = *mapFile(file.path());
        begin = mapped.bytes.get(), end = begin + mapped.size;
        ArchiveReader archive(mapped);
        values.archive(archive);
    }
    file.remove();
    const auto isInFile = [&](const PlainVector<std::uint64_t>& v) {
        const auto* const at = reinterpret_cast<const std::byte*>(v.data());
        return at >= begin && at + v.size() * sizeof v[0] <= end;
    };
    EXPECT_TRUE(isInFile(values.shared));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values.shared.data()) % 64, 0u);
    PlainVector<std::uint64_t> copy = values.shared;
    EXPECT_FALSE(isInFile(copy));
    copy[3] = 1;  // would end the program in the file's memory, which is read-only
    copy.push_back(2);
    const PlainVector<std::uint64_t> moved = std::move(values.shared);
    EXPECT_TRUE(isInFile(moved));
    EXPECT_EQ(moved, someValues().shared);
    values.shared = moved;
    EXPECT_FALSE(isInFile(values.shared));
    EXPECT_EQ(values.shared, moved);
}

TEST(Archive, MemoryIsLentOnce) {
    const ArchiveFile file(someValues());
    PlainVector<std::uint64_t> values = read(file).values.shared;
    values = PlainVector<std::uint64_t>(5, 1);
    values.resize(someValues().shared.size(), 2);
    EXPECT_EQ(values[4], 1u);
    EXPECT_EQ(values.back(), 2u);
}

TEST(Archive, ShortFilesFailAndAnyChangedBitChangesTheChecksum) {
    const ArchiveFile file(someValues());
    const std::string good = file.content();
    for (std::size_t length = 0; length < good.size(); length += 37) {
        file.write(good.substr(0, length));
        EXPECT_TRUE(read(file).hasFailed) << length;
    }
    for (std::size_t at = 0; at < good.size(); at += 13) {
        std::string damaged = good;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        file.write(damaged);
        const Reading reading = read(file);
        EXPECT_TRUE(reading.hasFailed || reading.checksum != file.checksum) << at;
    }
}

TEST(Archive, VectorsOfOtherElementsAreRefused) {
    const ArchiveFile file(someValues());
    ArchiveReader archive(*mapFile(file.path()));
    PlainVector<Vec3> vectors;
    archive.values(vectors);
    EXPECT_TRUE(archive.hasFailed());
    EXPECT_TRUE(vectors.empty());
}

TEST(MappedFile, AFileThatIsShortenedMeanwhileChangesNothing) {
    const ArchiveFile file(someValues(100'000));
    const MappedFile mapped = *mapFile(file.path());
    std::filesystem::resize_file(file.path(), 1);  // reading its pages would be SIGBUS
    ArchiveReader archive(mapped);
    Values values;
    values.archive(archive);
    EXPECT_EQ(values, someValues(100'000));
    EXPECT_EQ(archive.checksum(), file.checksum);
}

TEST(MappedFile, AMissingFileIsNamed) {
    for (const std::string& path : {std::string("/nowhere/at/all"), testing::TempDir()}) {
        EXPECT_EQ(mapFile(path).error(), "'" + path + "' cannot be read.");
    }
}

}  // namespace
}  // namespace ricochet
