#include "algorithms/closest_features/epa.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

constexpr std::size_t kMostCachedFaces = 32;     // more cost more to refresh than they save
constexpr std::size_t kMostCachedVertices = 48;  // including those of removed faces
constexpr Real kLeastAhead = 1e-3;               // of the extent: least motion that is assumed
constexpr Real kStepsAhead = 4;        // like the last: faces that may be the nearest by then count as near
constexpr int kMostExpansions = 1500;  // rounding stops it long before
constexpr Real kOnPlane = 2e-15;       // of the extent: a vertex at most this far above a face is on it
constexpr Real kCoplanarFaces = 1 - 1e-9;  // cosine: faces of one plane, but for rounding
constexpr Real kNoArea = 1e-30;            // of the extent's fourth power: squared area of a degenerate face

}  // namespace

bool ExpandingPolytope::updatePlane(Face& face) const {
    const Vec3& p = vertices_[face.corners[0]].difference;
    const Vec3& q = vertices_[face.corners[1]].difference;
    const Vec3& r = vertices_[face.corners[2]].difference;
    const Vec3 normal = (q - p).cross(r - p);
    const Real area2 = normal.squaredNorm(), extent2 = extent_ * extent_;
    if (!(area2 > kNoArea * extent2 * extent2)) return false;
    face.normal = normal;
    face.size2 = area2;
    face.offset = normal.dot(p);
    face.order = face.offset * std::abs(face.offset) / area2;
    return true;
}

/// The same vertices at the present poses. False if the origin is no longer inside, up to rounding.
bool ExpandingPolytope::refresh(const PlacedPair& pair) {
    if (faces_.empty() || faces_.size() > kMostCachedFaces || vertices_.size() > kMostCachedVertices)
        return false;
    for (Vertex& v : vertices_) v.difference = pair.vertexOfB(v.b) - pair.vertexOfA(v.a);
    return std::all_of(faces_.begin(), faces_.end(), [&](Face& face) {
        return updatePlane(face) && !face.isOriginOutside(kCertifiedDepth * extent_);
    });
}

/// Metres: while no vertex has moved farther, the face has the origin on its inner side. If three corners
/// move by d, their determinant decreases by at most d S + d^2 M + d^3, where S and M are the sums of the
/// lengths of their cross products and of the corners; sums of magnitudes are no smaller.
Real ExpandingPolytope::allowedMotion(const Face& face) const {
    const Vec3& p = vertices_[face.corners[0]].difference;
    const Vec3& q = vertices_[face.corners[1]].difference;
    const Vec3& r = vertices_[face.corners[2]].difference;
    const Vec3 qr = q.cross(r), rp = r.cross(p), pq = p.cross(q);
    const Real s = (qr.cwiseAbs() + rp.cwiseAbs() + pq.cwiseAbs()).sum();
    const Real m = (p.cwiseAbs() + q.cwiseAbs() + r.cwiseAbs()).sum();
    const Real d = face.distance();  // larger motions do not matter
    return std::min(d, 0.999 * p.dot(qr) / (s + d * m + d * d));
}

/// Metres: upper bound of the displacement of the difference's vertices in A's frame.
Real ExpandingPolytope::Place::motionTo(const PlacedPair& pair) const {
    const Polytope& b = pair.shape(1);
    const Matrix3 rotated = pair.rotation() - rotation;
    const Vec3 moved = pair.translation() - translation + rotated * b.centre;
    return moved.norm() + rotated.norm() * b.radius;
}

/// The faces that a few more steps like the last one may bring nearer to the origin than the nearest one;
/// none if these are most of all faces.
void ExpandingPolytope::keepNearFaces(Real motionOfStep, const PlacedPair& pair) {
    const Real needed = std::max(kStepsAhead * motionOfStep, kLeastAhead * extent_);
    const Real nearest = faces_[nearestFace()].distance(), far = nearest + needed;
    const auto isNear = [&](const Face& face) { return face.order < far * far; };
    const auto maximum = static_cast<std::ptrdiff_t>(faces_.size() / 2);
    if (!(far > 0) || std::ranges::count_if(faces_, isNear) > maximum) return;
    allowed_ = std::numeric_limits<Real>::infinity();
    for (Index f = 0; f < faces_.size(); ++f) {
        const Face& face = faces_[f];
        const Real slack = isNear(face) ? 0 : std::min(face.distance() - nearest, allowedMotion(face));
        if (slack < needed) {
            near_.push_back(f);
        } else {
            allowed_ = std::min(allowed_, slack);
        }
    }
    othersDistance_ = allowed_ + nearest;
    lastPlace_ = Place::of(pair);
    if (std::ssize(near_) > maximum) near_.clear();
}

// All faces have the origin on their inner side, so together they enclose it; the depth is at least the
// distance of the nearest one.
std::optional<HullPenetration> ExpandingPolytope::track(const PlacedPair& pair) {
    if (near_.empty()) return std::nullopt;
    extent_ = pair.extent();
    const Real motion = lastPlace_.motionTo(pair);
    if (!(motion < allowed_)) return std::nullopt;
    const Face* nearest = nullptr;
    for (const Index f : near_) {
        Face& face = faces_[f];
        for (const Index v : face.corners) {
            Vertex& corner = vertices_[v];
            corner.difference = pair.vertexOfB(corner.b) - pair.vertexOfA(corner.a);
        }
        if (!updatePlane(face) || face.isOriginOutside(kCertifiedDepth * extent_)) return std::nullopt;
        if (!nearest || face.order < nearest->order) nearest = &face;
    }
    if (nearest->distance() > othersDistance_ - motion) return std::nullopt;
    HullPenetration found = overlapAt(pair, *nearest);
    if (!found.isCertified) return std::nullopt;
    placeWitnesses(pair, found);
    lastStep_ = Place::of(pair);
    return found;
}

/// How far the bodies overlap along a face's normal; its distance is the lower bound.
HullPenetration ExpandingPolytope::overlapAt(const PlacedPair& pair, const Face& face) const {
    const Vertex& from = vertices_[face.corners[0]];
    const Vec3 inwards = -face.unitNormal();
    const SupportPair s = supportAlong(pair, inwards, from.a, from.b);
    HullPenetration found{inwards, -s.gap, face.distance(), s};
    found.isCertified = found.depth - found.minimum <= kCertifiedDepth * extent_;
    return found;
}

Index ExpandingPolytope::addSupport(const PlacedPair& pair, const Vec3& outwards) {
    const Vertex from = vertices_.empty() ? Vertex{0, 0, {}} : vertices_.back();
    const SupportPair s = supportAlong(pair, -outwards, from.a, from.b);
    vertices_.push_back({s.a, s.b, pair.vertexOfB(s.b) - pair.vertexOfA(s.a)});
    return static_cast<Index>(vertices_.size() - 1);
}

/// A tetrahedron of the face that gave the last depth and the support point farthest behind it.
bool ExpandingPolytope::beginAtNearest(const PlacedPair& pair) {
    if (!hasLast_) return false;
    clearFaces();
    for (const Vertex& v : last_) {
        vertices_.push_back({v.a, v.b, pair.vertexOfB(v.b) - pair.vertexOfA(v.a)});
    }
    Face face;
    face.corners = {0, 1, 2};
    if (!updatePlane(face)) return false;
    const Vec3 inwards = -face.unitNormal();
    const Index behind = addSupport(pair, inwards);
    const Real height = face.distance() + inwards.dot(vertices_[behind].difference);
    return height > 1e-3 * extent_ && beginAround({0, 1, 2, behind});
}

/// A tetrahedron of support points. False if the difference of the two is flat.
bool ExpandingPolytope::begin(const PlacedPair& pair, const Vec3& firstNormal) {
    clear();
    const Real minimum = 1e-14 * extent_;
    const Index p = addSupport(pair, -firstNormal), q = addSupport(pair, firstNormal);
    const auto at = [&](Index i) -> const Vec3& { return vertices_[i].difference; };
    // Adds the one of two support points along a direction that is farther away from the present simplex.
    const auto farther = [&](const Vec3& direction) {
        const Index high = addSupport(pair, direction), low = addSupport(pair, -direction);
        const Real up = direction.dot(at(high) - at(p)), down = -direction.dot(at(low) - at(p));
        return up >= down ? std::pair(high, up) : std::pair(low, down);
    };
    Vec3 line = at(q) - at(p);
    if (!(line.norm() > minimum)) return false;
    const Vec3 across = line.unitOrthogonal();
    auto [r, width] = farther(across);
    if (!(line.cross(at(r) - at(p)).norm() > minimum * line.norm())) {
        std::tie(r, width) = farther(line.cross(across).normalized());
    }
    const Vec3 plane = line.cross(at(r) - at(p));
    if (!(plane.norm() > minimum * line.norm())) return false;
    const auto [s, height] = farther(plane.normalized());
    if (!(height > minimum)) return false;
    return beginAround({p, q, r, s});
}

bool ExpandingPolytope::beginAround(const std::array<Index, 4>& c) {
    const std::array<Vertex, 4> corners = {vertices_[c[0]], vertices_[c[1]], vertices_[c[2]],
                                           vertices_[c[3]]};
    vertices_.assign(corners.begin(), corners.end());
    const Vec3 p = vertices_[0].difference;
    const Vec3 normal = (vertices_[1].difference - p).cross(vertices_[2].difference - p);
    if (normal.dot(vertices_[3].difference - p) > 0) std::swap(vertices_[1], vertices_[2]);
    constexpr std::array<Index, 3> kCorners[] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    constexpr std::array<Index, 3> kNeighbours[] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    faces_.resize(4);
    for (Index f = 0; f < 4; ++f) faces_[f].corners = kCorners[f], faces_[f].neighbours = kNeighbours[f];
    return std::all_of(faces_.begin(), faces_.end(), [&](Face& face) { return updatePlane(face); });
}

Index ExpandingPolytope::nearestFace() const {
    Index nearest = 0;
    for (Index f = 1; f < faces_.size(); ++f) {
        if (faces_[f].order < faces_[nearest].order) nearest = f;
    }
    return nearest;
}

void ExpandingPolytope::markVisible(Index vertex, Index firstVisible) {
    const Vec3& p = vertices_[vertex].difference;
    isVisible_.assign(faces_.size(), 0);
    isVisible_[firstVisible] = 1;
    visible_ = {firstVisible};
    for (std::size_t i = 0; i < visible_.size(); ++i) {
        for (const Index n : faces_[visible_[i]].neighbours) {
            if (isVisible_[n] || !faces_[n].isBelow(p, kOnPlane * extent_)) continue;
            isVisible_[n] = 1;
            visible_.push_back(n);
        }
    }
}

/// The boundary of the faces visible from the vertex, in order. False if it is not a single loop.
bool ExpandingPolytope::collectHorizon(Index vertex, Index firstVisible) {
    markVisible(vertex, firstVisible);
    horizon_.clear();
    for (const Index f : visible_) {
        for (Index k = 0; k < 3; ++k) {
            const Index n = faces_[f].neighbours[k];
            if (!isVisible_[n]) horizon_.push_back({faces_[f].corners[k], faces_[f].corners[(k + 1) % 3], n});
        }
    }
    for (std::size_t i = 1; i < horizon_.size(); ++i) {
        const auto next = std::find_if(horizon_.begin() + static_cast<std::ptrdiff_t>(i), horizon_.end(),
                                       [&](const HorizonEdge& e) { return e.from == horizon_[i - 1].to; });
        if (next == horizon_.end()) return false;
        std::swap(horizon_[i], *next);
    }
    return horizon_.size() >= 3 && horizon_.back().to == horizon_.front().from;
}

/// Replaces the visible faces by a cone. False, with the polytope invalid, if rounding makes a face
/// degenerate.
bool ExpandingPolytope::add(Index vertex, Index firstVisible) {
    if (!collectHorizon(vertex, firstVisible)) return false;
    // The cone's faces overwrite those that it replaces.
    const std::size_t size = horizon_.size();
    places_ = visible_;
    for (std::size_t i = places_.size(); i < size; ++i) {
        places_.push_back(static_cast<Index>(faces_.size()));
        faces_.emplace_back();
    }
    for (std::size_t i = 0; i < size; ++i) {
        const HorizonEdge& edge = horizon_[i];
        Face& face = faces_[places_[i]];
        face.corners = {edge.from, edge.to, vertex};
        face.neighbours = {edge.beyond, places_[(i + 1) % size], places_[(i + size - 1) % size]};
        if (!updatePlane(face)) return false;
        Face& beyond = faces_[edge.beyond];
        for (Index k = 0; k < 3; ++k) {
            if (beyond.corners[k] == edge.to && beyond.corners[(k + 1) % 3] == edge.from) {
                beyond.neighbours[k] = places_[i];
            }
        }
    }
    // If the cone has fewer faces, the last faces move to the free positions.
    holes_.assign(places_.begin() + static_cast<std::ptrdiff_t>(std::min(size, places_.size())),
                  places_.end());
    std::sort(holes_.rbegin(), holes_.rend());
    for (const Index hole : holes_) {
        const Index last = static_cast<Index>(faces_.size() - 1);
        if (hole != last) {
            faces_[hole] = faces_[last];
            for (const Index n : faces_[hole].neighbours) {
                std::replace(faces_[n].neighbours.begin(), faces_[n].neighbours.end(), last, hole);
            }
        }
        faces_.pop_back();
    }
    return true;
}

/// The weights of a face's corners in the foot of a point's perpendicular; negative where it is outside.
std::array<Real, 3> ExpandingPolytope::weightsAt(const Face& f, const Vec3& point) const {
    std::array<Real, 3> weights;
    Real sum = 0;
    for (Index k = 0; k < 3; ++k) {
        const Vec3& p = vertices_[f.corners[(k + 1) % 3]].difference;
        const Vec3& q = vertices_[f.corners[(k + 2) % 3]].difference;
        weights[k] = f.normal.dot((p - point).cross(q - point));
        sum += weights[k];
    }
    for (Real& weight : weights) weight /= sum;
    return weights;
}

/// Takes, among the faces in the plane that gives the depth, the one that contains the origin's foot.
void ExpandingPolytope::placeWitnesses(const PlacedPair& pair, HullPenetration& found) const {
    const Vec3 foot = -found.depth * found.normal;
    Real maximum = -std::numeric_limits<Real>::infinity();
    std::array<Real, 3> weights{1, 0, 0};
    const Face* holder = &faces_[0];
    const auto consider = [&](const Face& face) {
        const Real cosine = -face.normal.dot(found.normal);
        if (!(cosine > 0 && cosine * cosine > kCoplanarFaces * kCoplanarFaces * face.size2)) return;
        const std::array<Real, 3> here = weightsAt(face, foot);
        const Real minimum = *std::min_element(here.begin(), here.end());
        if (minimum > maximum) maximum = minimum, weights = here, holder = &face;
    };
    if (near_.empty()) {
        std::ranges::for_each(faces_, consider);
    } else {
        for (const Index f : near_) consider(faces_[f]);
    }
    found.onA = found.onB = Vec3::Zero();
    for (Index k = 0; k < 3; ++k) {
        const Vertex& v = vertices_[holder->corners[k]];
        found.onA += weights[k] * pair.vertexOfA(v.a);
        found.onB += weights[k] * pair.vertexOfB(v.b);
    }
}

std::optional<HullPenetration> ExpandingPolytope::expand(const PlacedPair& pair, const Vec3& firstNormal) {
    extent_ = pair.extent();
    const bool isRefreshed = refresh(pair);
    const Real motionOfStep = lastStep_.motionTo(pair);
    lastStep_ = Place::of(pair);
    near_.clear();
    if (!isRefreshed && !beginAtNearest(pair) && !begin(pair, firstNormal)) return std::nullopt;
    const Real enough = kCertifiedDepth * extent_;
    std::optional<HullPenetration> best;
    for (int i = 0; i < kMostExpansions; ++i) {
        const Index nearest = nearestFace();
        const Face face = faces_[nearest];
        const HullPenetration found = overlapAt(pair, face);
        if (!best || found.depth < best->depth) best = found;
        best->minimum = found.minimum;
        best->isCertified = best->depth - found.minimum <= enough;
        if (best->isCertified) placeWitnesses(pair, *best);
        if (best->isCertified && isRefreshed && i == 0) keepNearFaces(motionOfStep, pair);
        if (best->isCertified || best->depth < -enough) {
            for (Index k = 0; k < 3; ++k) last_[k] = vertices_[face.corners[k]];
            hasLast_ = true;
            return best;
        }

        const SupportPair& s = found.support;
        vertices_.push_back({s.a, s.b, pair.vertexOfB(s.b) - pair.vertexOfA(s.a)});
        const Index added = static_cast<Index>(vertices_.size() - 1);
        if (!face.isBelow(vertices_[added].difference, kOnPlane * extent_) || !add(added, nearest)) break;
    }
    clear();
    return best;
}

}  // namespace ricochet
