#include "demos/peers/peer_table.h"

#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace ricochet::peers {

void PrintTo(const PeerKind& kind, std::ostream* out) { *out << kind.name; }

namespace {

/// From far apart to deep in one another, turned about a slanting axis.
std::vector<PosePair> poses() {
    std::vector<PosePair> list;
    for (const Real distance : {4.0, 2.0, 1.5, 1.0, 0.5, 0.2}) {
        const Pose b = {Eigen::AngleAxis<Real>(distance, Vec3(1, 2, 3).normalized()).toRotationMatrix(),
                        {distance, 0.1, 0.05}};
        list.push_back({{}, b});
    }
    return list;
}

std::vector<std::size_t> countsOf(Peer& peer) {
    std::vector<std::size_t> counts;
    for (const PosePair& pair : poses()) {
        peer.prepare(pair);
        peer.collide(pair);
        counts.push_back(peer.pairCount());
    }
    return counts;
}

class InstalledPeer : public testing::TestWithParam<PeerKind> {};

TEST_P(InstalledPeer, AnswersAsStatedInTheTable) {
    const auto a = torusMesh(0.7, 0.3, 40, 24), b = torusMesh(0.6, 0.25, 36, 20);
    const auto peer = GetParam().make(a, b);
    if (!peer) GTEST_SKIP() << GetParam().name << ": not installed when this was built";
    const auto exact = countsOf(*peerTable().front().make(a, b));
    const auto counts = countsOf(*peer);
    EXPECT_FALSE(contradiction(exact, GetParam().answer, counts)) << testing::PrintToString(counts);
    EXPECT_EQ(counts.front(), 0u);
    EXPECT_GT(counts.back(), 0u);
}

INSTANTIATE_TEST_SUITE_P(, InstalledPeer, testing::ValuesIn(peerTable()), [](const auto& test) {
    std::string name = test.param.name;
    std::erase(name, '-');
    return name;
});

TEST(PeerTable, FindsARowByItsName) { EXPECT_STREQ(peerNamed("fcl-18dop").name, "fcl-18dop"); }

}  // namespace
}  // namespace ricochet::peers
