#include "demos/app/predict_answers.h"

#include "algorithms/mktree/crc32c.h"
#include "algorithms/mktree/moving_world.h"
#include "demos/app/json_text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>

namespace ricochet::app {
namespace {

using mktree::Prediction;

nlohmann::ordered_json vectorJson(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

nlohmann::ordered_json describe(const std::optional<Prediction>& first, const mktree::MkTree& tree) {
    if (!first) return {{"contact", false}};
    constexpr const char* kFeatures[] = {"vertex-face", "face-vertex", "edge-edge"};
    const SweptContact& c = first->contact;
    nlohmann::ordered_json answer = {{"contact", true},
                                     {"time", c.time},
                                     {"starts_in_contact", first->startsInContact},
                                     {"part", tree.directory().parts[first->part]},
                                     {"triangle", c.faces.faceB},
                                     {"body_triangle", c.faces.faceA},
                                     {"point", vectorJson(c.onB)}};
    if (first->startsInContact) return answer;
    answer["normal"] = vectorJson(c.normal);
    answer["features"] = kFeatures[static_cast<int>(c.features)];
    // A vertex or an edge is identified by its triangle and its index there, 0 to 2.
    if (c.features != TouchingFeatures::faceVertex) answer["body_place"] = c.featureA % 3;
    if (c.features != TouchingFeatures::vertexFace) answer["place"] = c.featureB % 3;
    return answer;
}

/// A checksum of a sequence of numbers.
class Checksum {
public:
    template <class Number>
    void add(const Number* numbers, std::size_t count) {
        const auto bytes = std::as_bytes(std::span(numbers, count));
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void add(const Vec3& v) { add(v.data(), 3); }
    void add(const std::vector<BodyMotion>& motions) {
        for (const BodyMotion& m : motions) {
            add(m.pose.rotation.data(), 9);
            for (const Vec3& v : {m.pose.translation, m.screw.point, m.screw.axis}) add(v);
            add(&m.screw.angle, 1);
            add(&m.screw.rise, 1);
        }
    }
    std::string text() const {
        std::array<char, 9> digits{};
        std::snprintf(digits.data(), digits.size(), "%08x", mktree::crc32c(bytes_));
        return digits.data();
    }

private:
    std::vector<std::byte> bytes_;
};

RigidMotion rigid(const BodyMotion& motion) { return rigidMotionOf(motion.screw, motion.pose); }

}  // namespace

std::string fingerprintOf(const PredictQuestions& questions) {
    const mktree::Directory& d = questions.tree->directory();
    Checksum world, body, motions;
    world.add(d.nodes.data(), d.nodes.size());
    world.add(d.leaves.data(), d.leaves.size());
    for (const Vec3& v : questions.body->vertices()) body.add(v);
    body.add(questions.body->faces().data(), questions.body->faces().size());
    motions.add(questions.motions);
    motions.add(questions.worldMotions);
    motions.add(&questions.tolerance, 1);
    return "ricochet predict: world " + world.text() + ", body " + body.text() + ", motions " +
           motions.text() + ", method " + questions.method->name;
}

Result<std::string> Forecaster::answer(std::size_t motion) {
    if (!questions_.worldMotions.empty()) return answerInMovingWorld(motion);
    const mktree::MkTree& tree = *questions_.tree;
    const auto& [pose, screw] = questions_.motions[motion];
    const auto first = mktree::predictBy(*questions_.method, tree, body_, pose, screw, 1, &counters_);
    return first.map([&](const auto& found) { return jsonText(describe(found, tree)); });
}

Result<std::string> Forecaster::answerInMovingWorld(std::size_t motion) {
    const mktree::MkTree& tree = *questions_.tree;
    const auto found = mktree::predictInMovingWorld(
        tree, body_, rigid(questions_.motions[motion]), rigid(questions_.worldMotions[motion]),
        {.tolerance = questions_.tolerance, .method = questions_.method}, &counters_);
    if (!found) return tl::unexpected(found.error());
    nlohmann::ordered_json answer = describe(found->first, tree);
    answer["screws"] = found->screws;
    answer["deviation"] = found->deviation;
    return jsonText(answer);
}

bool isContact(const std::string& answer) { return answer.starts_with(R"({"contact":true)"); }

}  // namespace ricochet::app
