#include "algorithms/octree_motion/df_text.h"

#include "tests/octree_motion/voxel_bits.h"
#include "tests/support/random_geometry.h"

#include <gmock/gmock.h>

#include <functional>

namespace ricochet::octree_motion {
namespace {

using testing::HasSubstr;

/// Section 2.2.1, the example of figure 2.1, as it is printed.
const std::string kOfThePaper = "(B(BWBBBWWWBWBWB(B(BWBBBBWBWBBBB WBWB))";

Result<LinearOctree> octreeFromText(std::string_view text, int level) {
    DfReader reader(level);
    return reader.read(text).and_then([&] { return reader.finish(); });
}

std::string errorOfText(std::string_view text, int level = 3) {
    const auto octree = octreeFromText(text, level);
    return octree ? "" : octree.error();
}

LinearOctree octreeToWrite(Random& random, int level) {
    LinearOctree octree;
    PreorderWriter writer(octree);
    const std::function<void(int)> node = [&](int left) {
        if (left == 0 || pick(random, 3) == 0) return writer.leaf(pick(random, 2) == 0);
        const std::size_t opened = writer.open();
        for (int child = 0; child < 8; ++child) node(left - 1);
        writer.close(opened);
    };
    node(level);
    return octree;
}

TEST(DfText, ThePapersExampleIsMalformedFromCharacter35On) {
    EXPECT_EQ(kOfThePaper.size(), 39u);
    EXPECT_EQ(errorOfText(kOfThePaper),
              "DF text: symbol 34 (character 35), 'B', follows the end of the octree");
    EXPECT_EQ(errorOfText(kOfThePaper.substr(0, 34)),
              "");  // 33 symbols and a blank: four grey nodes, 29 leaves
    const NodeCounts counts = countNodes(octreeFromText(kOfThePaper.substr(0, 34), 3).value(), 3);
    EXPECT_EQ(counts.grey, 4u);
    EXPECT_EQ(counts.black + counts.white, 29u);
}

TEST(DfText, ClosingBracketsAreNotSymbols) {
    EXPECT_EQ(errorOfText("(BBBB))"), "DF text: symbol 6 (character 6), ')', is none of (, B and W");
}

TEST(DfText, OctreesSurviveTheRoundTrip) {
    Random random(1);
    for (int i = 0; i < 500; ++i) {
        const int level = 1 + pick(random, 5);
        const LinearOctree octree = octreeToWrite(random, level);
        ASSERT_TRUE(isValid(octree, level));
        const auto read = octreeFromText(dfText(octree), level);
        ASSERT_TRUE(read) << read.error();
        EXPECT_EQ(*read, octree);
        EXPECT_EQ(octreeOf(voxelsOf(octree, level)), octree);
    }
}

TEST(DfText, PiecesAndBlanksMakeNoDifference) {
    Random random(2);
    const LinearOctree octree = octreeToWrite(random, 5);
    DfReader reader(5);
    for (const char c : dfText(octree)) {
        ASSERT_TRUE(reader.read(std::string(1, c) + (pick(random, 4) == 0 ? " \n" : "")));
    }
    EXPECT_EQ(reader.finish().value(), octree);
}

TEST(DfText, InputIsCondensed) {
    EXPECT_EQ(dfText(octreeFromText("(BBBBBBBB", 1).value()), "B");
    EXPECT_EQ(dfText(octreeFromText("((WWWWWWWWWWWWWWW", 2).value()), "W");
    EXPECT_EQ(dfText(octreeFromText("((BBBBBBBBBBBBBBW", 2).value()), "(BBBBBBBW");
}

TEST(DfText, ErrorsNameTheirPosition) {
    EXPECT_EQ(errorOfText(""), "DF text: it ends after symbol 0 (character 0) with 0 grey nodes unfinished");
    EXPECT_EQ(errorOfText("(B(WW"),
              "DF text: it ends after symbol 5 (character 5) with 2 grey nodes unfinished");
    EXPECT_EQ(errorOfText("( B\nx"), "DF text: symbol 3 (character 5), 'x', is none of (, B and W");
    EXPECT_EQ(errorOfText(std::string("B\0", 2)),
              "DF text: symbol 2 (character 2), 0x00, follows the end of the octree");
    EXPECT_EQ(errorOfText("((((", 3), "DF text: symbol 4 (character 4), '(', is a grey node below level 3");
}

/// The same by recursion on the symbols, without positions.
struct Grammar {
    std::string_view text;
    std::size_t at = 0;

    bool node(int left) {
        if (at == text.size()) return false;
        const char c = text[at++];
        if (c != '(') return c == 'B' || c == 'W';
        for (int child = 0; child < 8; ++child) {
            if (left == 0 || !node(left - 1)) return false;
        }
        return true;
    }
    bool isWhole(int level) { return node(level) && at == text.size(); }
};

TEST(DfText, MalformedTextsAreRefusedAndWellFormedOnesAreNot) {
    Random random(3);
    HitRate wellFormed;
    for (int i = 0; i < 20000; ++i) {
        const int level = 2 + pick(random, 2);
        std::string text = dfText(octreeToWrite(random, 3));
        for (int change = pick(random, 5) / 2; change > 0 && !text.empty(); --change) {
            const auto at = static_cast<std::size_t>(pick(random, static_cast<int>(text.size())));
            const int kind = pick(random, 4);
            if (kind == 0) text.erase(at, 1);
            if (kind == 1) text.insert(at, 1, "(BW)"[pick(random, 4)]);
            if (kind == 2) text[at] = static_cast<char>(33 + pick(random, 94));
            if (kind == 3) text[at] = "(BW"[pick(random, 3)];
        }
        const auto octree = octreeFromText(text, level);
        ASSERT_EQ(octree.has_value(), Grammar{text}.isWhole(level)) << text;
        ASSERT_TRUE(!octree || isValid(*octree, level)) << text;
        wellFormed.count(octree.has_value());
    }
    EXPECT_TRUE(wellFormed.isBetween(0.3, 0.7)) << wellFormed.value();
}

TEST(DfText, ATextWithoutEndIsRefusedAtOnceWhereItIsTooDeepOrTooLong) {
    for (const char c : {'(', 'B', 'W'}) {
        DfReader reader(kMostLevels);
        const std::string piece(4096, c);
        int pieces = 0;
        Result<void> read;
        while (read && pieces < 10) {
            read = reader.read(piece);
            ++pieces;
        }
        EXPECT_FALSE(read) << c;
        EXPECT_EQ(pieces, 1) << c;
    }
}

TEST(LinearOctree, TakesTwoBitsPerNode) {
    Random random(4);
    const LinearOctree octree = octreeToWrite(random, 6);
    EXPECT_EQ(octree.bytes(), (octree.size() + 31) / 32 * 8);
}

TEST(LinearOctree, IsValidOnlyIfWholeCondensedAndNotTooDeep) {
    const auto of = [](std::string_view symbols) {
        LinearOctree octree;
        for (const char c : symbols) {
            octree.push(c == '(' ? Colour::grey : c == 'B' ? Colour::black : Colour::white);
        }
        return octree;
    };
    EXPECT_TRUE(isValid(of("B"), 1));
    EXPECT_TRUE(isValid(of("(BBBBBBBW"), 1));
    EXPECT_FALSE(isValid(of(""), 1));
    EXPECT_FALSE(isValid(of("BB"), 1));
    EXPECT_FALSE(isValid(of("(BBBBBBB"), 1));
    EXPECT_FALSE(isValid(of("(BBBBBBBB"), 1));
    EXPECT_FALSE(isValid(of("((BBBBBBBWWWWWWWW"), 1));
    EXPECT_TRUE(isValid(of("((BBBBBBBWWWWWWWW"), 2));
}

TEST(LinearOctree, UnionIsBlackWhereOneIs) {
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        std::vector<LinearOctree> octrees;
        VoxelBits expected(3);
        for (int k = pick(random, 5) + 1; k > 0; --k) {
            octrees.push_back(octreeToWrite(random, 3));
            for (const Cell& cell : blackCells(octrees.back(), 3)) {
                for (int v = 0; v < cell.edge * cell.edge * cell.edge; ++v) {
                    expected.set(cell.min[0] + v % cell.edge, cell.min[1] + v / cell.edge % cell.edge,
                                 cell.min[2] + v / cell.edge / cell.edge);
                }
            }
        }
        EXPECT_EQ(merged(octrees), octreeOf(expected));
    }
    EXPECT_EQ(merged({}).size(), 0u);
}

}  // namespace
}  // namespace ricochet::octree_motion
