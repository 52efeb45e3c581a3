// The states in which ten scenes end, as committed in state_hashes.csv: the same bits for every instruction
// set of this machine, every compiler and every build. A change that is meant to change results commits new
// hashes with its reason: tests/state_hashes/update writes those that are found.

#include "demos/scenes/scene.h"
#include "tests/scenes/stock_world.h"
#include "tests/support/only_target.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace ricochet {
namespace {

constexpr bool kIsFloat = sizeof(btScalar) == sizeof(float);
constexpr const char* kPrecision = kIsFloat ? "float" : "double";

struct Row {
    std::string scene, variant;
    int steps = 0;
    std::string hash;  ///< of the precision of this build
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.scene << " " << row.variant; }

/// scene, variant, steps, hash in float, hash in double.
Row rowOf(const std::string& line) {
    std::istringstream cells(line);
    std::string steps, inFloat, inDouble;
    Row row;
    std::getline(cells, row.scene, ',');
    std::getline(cells, row.variant, ',');
    std::getline(cells, steps, ',');
    std::getline(cells, inFloat, ',');
    std::getline(cells, inDouble, ',');
    row.steps = std::stoi(steps);
    row.hash = kIsFloat ? inFloat : inDouble;
    return row;
}

std::vector<Row> committedRows() {
    std::ifstream file("tests/state_hashes/state_hashes.csv");
    std::vector<Row> rows;
    std::string line;
    std::getline(file, line);  // the names of the columns
    while (std::getline(file, line)) rows.push_back(rowOf(line));
    return rows;
}

/// Fowler, Noll, Vo. FNV-1a, 64 bit.
class Hash {
public:
    void add(const btVector3& v) {
        for (int axis = 0; axis < 3; ++axis) {
            unsigned char bytes[sizeof(btScalar)];
            const btScalar number = v[axis];
            std::memcpy(bytes, &number, sizeof number);
            for (const unsigned char byte : bytes) value_ = (value_ ^ byte) * 1099511628211ull;
        }
    }
    std::string text() const {
        std::ostringstream out;
        out << std::hex << std::setfill('0') << std::setw(16) << value_;
        return out.str();
    }

private:
    std::uint64_t value_ = 14695981039346656037ull;
};

struct End {
    std::string hash;
    int contacts = 0;  ///< in the last step
};

End endOf(const Row& row) {
    scenes::StockWorld stock;
    EXPECT_EQ(registerAlgorithms(&stock.dispatcher), "");
    scenes::SceneOptions options = scenes::stockOptions(row.variant);
    options.bodies = 30;  // of scenes of any number
    options.inertia = [](const btCollisionShape& shape, btScalar mass) {
        return massProperties(shape, mass).inertia;
    };
    const auto scene = scenes::makeScene(row.scene, stock.world, options);
    for (int step = 0; step < row.steps; ++step) {
        scene->beforeStep();
        stock.world.stepSimulation(btScalar(1) / 60, 0);
        scene->afterStep();
    }
    Hash hash;
    for (const scenes::SceneBody& each : scene->bodies()) {
        const btTransform& pose = each.body->getWorldTransform();
        for (int axis = 0; axis < 3; ++axis) hash.add(pose.getBasis()[axis]);
        hash.add(pose.getOrigin());
        hash.add(each.body->getLinearVelocity());
        hash.add(each.body->getAngularVelocity());
    }
    End end{hash.text()};
    for (int i = 0; i < stock.dispatcher.getNumManifolds(); ++i) {
        end.contacts += stock.dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
    }
    return end;
}

class StateHashes : public testing::TestWithParam<Row> {};

TEST_P(StateHashes, AreTheCommittedOnesOnEveryInstructionSet) {
    ASSERT_NE(GetParam().hash, "") << "no state hash is committed for this precision";
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const test::OnlyTarget only(target);
        const End end = endOf(GetParam());
        EXPECT_EQ(end.hash, GetParam().hash)
            << hwy::TargetName(target) << "\nfound " << kPrecision << "," << GetParam().scene << ","
            << GetParam().variant << "," << end.hash;
        EXPECT_GT(end.contacts, 0) << hwy::TargetName(target);
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, StateHashes, testing::ValuesIn(committedRows()), [](const auto& row) {
    std::string name = row.param.scene + row.param.variant;
    std::erase_if(name, [](unsigned char letter) { return !std::isalnum(letter); });
    return name;
});

TEST(StateHashesFile, HasTenScenes) { EXPECT_GE(committedRows().size(), 10u); }

}  // namespace
}  // namespace ricochet
