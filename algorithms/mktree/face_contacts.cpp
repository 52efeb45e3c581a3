#include "algorithms/mktree/face_contacts.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>
#include <tuple>

namespace ricochet::mktree {
namespace {

bool isBefore(const Prediction& a, const Prediction& b) {
    if (a.contact.time != b.contact.time) return a.contact.time < b.contact.time;
    if (a.part != b.part) return a.part < b.part;
    return ricochet::isBefore(a.contact, b.contact);
}

/// Sets points and normal; the normal points against A's motion relative to B.
void describe(const MovingFace& moving, const Triangle& b, const ScrewMotion& motion, Real time, unsigned k,
              unsigned l, Vec3 normal, SweptContact& contact) {
    const ScrewMoment moment = momentOf(motion.angle, time);
    Triangle a;
    for (std::size_t i = 0; i < 3; ++i) a[i] = moving.paths[i].at(moment);
    switch (contact.features) {
        case TouchingFeatures::vertexFace:
            contact.onA = a[k];
            contact.onB = closestPoint(b, contact.onA);
            break;
        case TouchingFeatures::faceVertex:
            contact.onB = b[l];
            contact.onA = closestPoint(a, contact.onB);
            normal = (a[1] - a[0]).cross(a[2] - a[0]).stableNormalized();
            break;
        case TouchingFeatures::edgeEdge: {
            const ClosestPoints met = closestPoints(a[k], a[(k + 1) % 3], b[l], b[(l + 1) % 3]);
            contact.onA = met.onA;
            contact.onB = met.onB;
            normal = (a[(k + 1) % 3] - a[k]).cross(b[(l + 1) % 3] - b[l]).stableNormalized();
            break;
        }
    }
    const Vec3 velocity =
        motion.rise * motion.axis + motion.angle * motion.axis.cross(contact.onA - motion.point);
    contact.normal = normal.dot(velocity) > 0 ? Vec3(-normal) : normal;
}

}  // namespace

/// Two faces during a slice.
struct FaceContacts::Faces {
    const MovingFace& a;
    const StandingTriangle& b;
    const Slice& slice;
    const StandingFace &standsA, &standsB;
    const std::array<ScrewPath, 3>& pathsB;  ///< in the body's frame
};

MovingFace FaceContacts::moving(Index face, const Slice& slice) const {
    MovingFace moving{face, {}, {}, {}};
    const Triangle corners = body_.mesh->triangle(face);
    const ScrewMoment end = momentOf(slice.motion.angle, 1);
    Real sagitta = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        moving.corners[k] = pathOf(screw_, transformPoint(pose_, corners[k])).at(slice.atBegin);
        moving.paths[k] = pathOf(slice.motion, moving.corners[k]);
        moving.box.include(moving.corners[k]);
        moving.box.include(moving.paths[k].at(end));
        sagitta = std::max(sagitta, chordDeviation(moving.paths[k].radius(), slice.motion.angle));
    }
    const Real largest = moving.box.min.cwiseAbs().cwiseMax(moving.box.max.cwiseAbs()).maxCoeff();
    moving.box = grown(moving.box, kRoundUp * sagitta + roundingAt(largest) + rounding_);
    return moving;
}

void FaceContacts::test(const MovingFace& a, const StandingTriangle& b, const Slice& slice) {
    if (!overlaps(a.box, boxOf(b.corners))) return;
    const Real angle = slice.motion.angle;
    const StandingFace standsB(b.corners);
    if (areBeside(standsB, a.paths, angle)) return;
    const ScrewMotion back = inverse(slice.motion);
    std::array<ScrewPath, 3> pathsB;
    for (std::size_t k = 0; k < 3; ++k) pathsB[k] = pathOf(back, b.corners[k]);
    const StandingFace standsA(a.corners);
    if (areBeside(standsA, pathsB, angle)) return;
    testFeatures({a, b, slice, standsA, standsB, pathsB});
}

void FaceContacts::testFeatures(const Faces& faces) {
    const unsigned ownedA = body_.owned[faces.a.face];
    const Real angle = faces.slice.motion.angle;
    for (unsigned k = 0; k < 3; ++k) {
        if (ownedA >> k & 1) {
            record(faces, firstTouch(faces.a.paths[k], faces.standsB, angle, endIn(faces.slice)),
                   TouchingFeatures::vertexFace, k, 0, faces.standsB.normal);
        }
        if (faces.b.owned >> k & 1) {
            record(faces, firstTouch(faces.pathsB[k], faces.standsA, angle, endIn(faces.slice)),
                   TouchingFeatures::faceVertex, 0, k, faces.standsA.normal);
        }
        if (ownedA >> (3 + k) & 1) testEdge(faces, k);
    }
}

void FaceContacts::testEdge(const Faces& faces, unsigned k) {
    const MovingEdge edge{faces.a.paths[k], faces.a.paths[(k + 1) % 3]};
    for (unsigned l = 0; l < 3; ++l) {
        if (!(faces.b.owned >> (3 + l) & 1)) continue;
        const Vec3 &from = faces.b.corners[l], &to = faces.b.corners[(l + 1) % 3];
        record(faces, firstTouch(edge, from, to, faces.slice.motion, endIn(faces.slice)),
               TouchingFeatures::edgeEdge, k, l, Vec3::Zero());
    }
}

/// In the slice's time.
Real FaceContacts::endIn(const Slice& slice) const {
    return std::min(Real(1), kRoundUp * (timeLeft() - slice.begin) / (slice.end - slice.begin));
}

void FaceContacts::record(const Faces& faces, const std::optional<Real>& time, TouchingFeatures features,
                          unsigned k, unsigned l, const Vec3& normal) {
    if (!time) return;
    const Index face = faces.a.face, number = faces.b.number;
    Prediction found{{.time = faces.slice.timeOf(*time),
                      .faces = {face, number},
                      .features = features,
                      .featureA = features == TouchingFeatures::faceVertex ? face : 3 * face + k,
                      .featureB = features == TouchingFeatures::vertexFace ? number : 3 * number + l},
                     faces.b.part,
                     false};
    if (found.contact.time > end_) return;
    if (first_ && !isBefore(found, *first_)) return;
    describe(faces.a, faces.b.corners, faces.slice.motion, *time, k, l, normal, found.contact);
    first_ = found;
}

void FaceContacts::testStart(Index faceA, const StandingTriangle& b) {
    if (first_ && std::tuple(first_->part, first_->contact.faces.faceB, first_->contact.faces.faceA) <
                      std::tuple(b.part, b.number, faceA)) {
        return;
    }
    const Triangle a = transformTriangle(pose_, body_.mesh->triangle(faceA));
    if (!intersects(a, b.corners)) return;
    const ClosestPoints met = closestPoints(a, b.corners);
    first_ =
        Prediction{{.time = 0, .faces = {faceA, b.number}, .onA = met.onA, .onB = met.onB}, b.part, true};
}

}  // namespace ricochet::mktree
