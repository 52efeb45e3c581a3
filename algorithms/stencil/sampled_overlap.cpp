#include "algorithms/stencil/sampled_overlap.h"

#include "algorithms/geometry/components.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ricochet::stencil {
namespace {

constexpr Real kSteepest = 0.1;   // cosine: steeper surfaces count as this steep, as their slope is noise
constexpr Real kOblique = 0.57;   // cosine: every normal has at least sqrt(1/3) with one of three axes
constexpr Real kThinner = 0.7;    // of a depth: depths that differ by less are samples of one overlap
constexpr Real kAligned = 0.985;  // cosine of 10 degrees: a view along the normal would show no more
constexpr int kLeastRadius = 2;   // pixels: least radius for the smoothing of normals
constexpr Real kSlope = 3;        // greatest slope between pixels of one component: 72 degrees

/// Begin and number of the pieces of each pixel; pieces are sorted by pixel.
class PixelGrid {
public:
    PixelGrid(const std::vector<Piece>& pieces, int pixels)
        : pixels_(pixels), begin_(static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixels) + 1) {
        for (const Piece& piece : pieces) ++begin_[piece.pixel + 1];
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    }
    std::pair<Index, Index> at(Index pixel) const { return {begin_[pixel], begin_[pixel + 1]}; }
    Index pixels() const { return static_cast<Index>(pixels_); }

private:
    int pixels_;
    std::vector<Index> begin_;
};

/// Whether neither surface has a step between the two pixels.
bool areConnected(const Piece& one, const Piece& other, Real pixel) {
    return one.isBBehind == other.isBBehind && std::abs(one.low - other.low) <= kSlope * pixel &&
           std::abs(one.high - other.high) <= kSlope * pixel;
}

/// The root of each piece's component.
std::vector<Index> components(const std::vector<Piece>& pieces, const View& view, const PixelGrid& grid) {
    Components sets(pieces.size());
    const Index across = grid.pixels();
    const auto joinWith = [&](Index i, Index pixel, Real metres) {
        const auto [begin, end] = grid.at(pixel);
        for (Index j = begin; j < end; ++j) {
            if (areConnected(pieces[i], pieces[j], metres)) sets.join(i, j);
        }
    };
    for (Index i = 0; i < pieces.size(); ++i) {
        const Index pixel = pieces[i].pixel;
        if (pixel % across + 1 < across) joinWith(i, pixel + 1, view.size.x() / view.pixels);
        if (pixel / across + 1 < across) joinWith(i, pixel + across, view.size.y() / view.pixels);
    }
    std::vector<Index> roots(pieces.size());
    for (Index i = 0; i < roots.size(); ++i) roots[i] = static_cast<Index>(sets.rootOf(i));
    return roots;
}

/// Area vectors and areas of both surfaces, in pixels.
using AreaSum = Eigen::Matrix<Real, 8, 1>;  // A's vector and area, B's vector and area

/// Sums over rectangles of pixels, by a summed-area table.
class SumTable {
public:
    SumTable(int width, int height)
        : width_(width),
          height_(height),
          sums_(static_cast<std::size_t>(width + 1) * static_cast<std::size_t>(height + 1), AreaSum::Zero()) {
    }

    AreaSum& cell(int x, int y) { return at(x + 1, y + 1); }
    void sumUp() {
        for (int y = 1; y <= height_; ++y) {
            for (int x = 1; x <= width_; ++x) at(x, y) += at(x - 1, y) + at(x, y - 1) - at(x - 1, y - 1);
        }
    }
    AreaSum around(int x, int y, int radiusX, int radiusY) const {
        const int left = std::max(0, x - radiusX), right = std::min(width_, x + radiusX + 1);
        const int low = std::max(0, y - radiusY), high = std::min(height_, y + radiusY + 1);
        return at(right, high) - at(left, high) - at(right, low) + at(left, low);
    }

private:
    AreaSum& at(int x, int y) { return sums_[static_cast<std::size_t>(y * (width_ + 1) + x)]; }
    const AreaSum& at(int x, int y) const { return sums_[static_cast<std::size_t>(y * (width_ + 1) + x)]; }

    int width_, height_;
    std::vector<AreaSum> sums_;
};

/// Adds the area of a face that a pixel shows, with its normal on the side of A.
void addArea(Vec3 normal, const Vec3& towardsA, Eigen::Ref<AreaSum> sum, int first) {
    const Real cosine = normal.dot(towardsA);
    if (cosine < 0) normal = -normal;
    const Real area = 1 / std::max(std::abs(cosine), kSteepest);
    sum.segment<3>(first) += area * normal;
    sum[first + 3] += area;
}

/// The mean normal of the flatter of the two surfaces.
Vec3 normalOf(const AreaSum& sum, const Vec3& otherwise) {
    const Vec3 ofA = sum.segment<3>(0), ofB = sum.segment<3>(4);
    const Real flatA = ofA.norm() / sum[3], flatB = ofB.norm() / sum[7];
    const Vec3& flatter = flatA > flatB ? ofA : ofB;
    const Real length = flatter.norm();
    return length > 0 ? Vec3(flatter / length) : otherwise;
}

class Smoothing {
public:
    Smoothing(const std::vector<Piece>& pieces, const View& view, const PlacedMesh& a, const PlacedMesh& b)
        : pieces_(pieces), view_(view), direction_(view.axes.row(2)), across_(view.pixels) {
        for (const auto& [placed, normals] : {std::pair(&a, &ofA_), std::pair(&b, &ofB_)}) {
            normals->reserve(pieces.size());
            for (const Piece& piece : pieces) {
                normals->push_back(faceNormal(*placed, placed == &a ? piece.faceA : piece.faceB));
            }
        }
    }

    /// `members`: of one component, by pixel.
    void smooth(std::span<const Index> members, std::vector<SampledPiece>& out) const {
        int left = across_, right = 0, low = across_, high = 0;
        Real deepest = 0;
        for (const Index i : members) {
            left = std::min(left, x(i));
            right = std::max(right, x(i));
            low = std::min(low, y(i));
            high = std::max(high, y(i));
            deepest = std::max(deepest, -pieces_[i].distance);
        }
        SumTable table(right - left + 1, high - low + 1);
        for (const Index i : members) {
            AreaSum sum = AreaSum::Zero();
            addArea(ofA_[i], towardsA(i), sum, 0);
            addArea(ofB_[i], towardsA(i), sum, 4);
            table.cell(x(i) - left, y(i) - low) += sum;
        }
        table.sumUp();
        const int radiusX = radiusOf(deepest, view_.size.x()), radiusY = radiusOf(deepest, view_.size.y());
        for (const Index i : members) {
            const AreaSum sum = table.around(x(i) - left, y(i) - low, radiusX, radiusY);
            const Vec3 normal = normalOf(sum, towardsA(i));
            out[i] = {pieces_[i], normal, pieces_[i].distance * std::abs(normal.dot(direction_)), members[0],
                      0};
        }
        Real depth = 0;
        for (const Index i : members) depth = std::max(depth, -out[i].depth);
        for (const Index i : members) out[i].componentDepth = depth;
    }

private:
    int x(Index i) const { return static_cast<int>(pieces_[i].pixel) % across_; }
    int y(Index i) const { return static_cast<int>(pieces_[i].pixel) / across_; }
    Vec3 towardsA(Index i) const { return (pieces_[i].isBBehind ? -1 : 1) * direction_; }
    int radiusOf(Real metres, Real size) const {
        const Real pixels = std::min<Real>(metres * across_ / size, across_);
        return std::max(kLeastRadius, static_cast<int>(std::ceil(pixels)));
    }

    const std::vector<Piece>& pieces_;
    const View& view_;
    const Vec3 direction_;
    const int across_;
    std::vector<Vec3> ofA_, ofB_;
};

/// Whether another one of three perpendicular projections shows a surface with this normal better.
bool isOblique(const Vec3& normal, const View& view) {
    return std::abs(view.axes.row(2).dot(normal)) < kOblique;
}

/// Looks up the overlap at a point in a projection.
class Lookup {
public:
    explicit Lookup(const ProjectedPieces& shown)
        : shown_(shown), grid_(plain(shown.pieces), shown.view.pixels) {}

    /// Metres: depth of the shallowest component that contains the point or comes within a pixel of it; none
    /// if there is none.
    std::optional<Real> depthAt(const Vec3& point) const {
        const View& view = shown_.view;
        const Vec3 at = view.axes * point - view.min;
        const Eigen::Vector2d side = view.size.head<2>() / view.pixels;
        const Eigen::Vector2d pixel = at.head<2>().cwiseQuotient(side);
        if (!(pixel.minCoeff() >= -1 && pixel.maxCoeff() <= view.pixels + 1)) return std::nullopt;
        const int x = static_cast<int>(std::floor(pixel.x())), y = static_cast<int>(std::floor(pixel.y()));
        std::optional<Real> minimum;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) lookAt(x + dx, y + dy, at.z(), side.maxCoeff(), minimum);
        }
        return minimum;
    }

private:
    void lookAt(int x, int y, Real depth, Real tolerance, std::optional<Real>& minimum) const {
        const int across = shown_.view.pixels;
        if (x < 0 || y < 0 || x >= across || y >= across) return;
        const auto [begin, end] = grid_.at(static_cast<Index>(y * across + x));
        for (Index i = begin; i < end; ++i) {
            const SampledPiece& each = shown_.pieces[i];
            if (each.depth >= 0 || isOblique(each.normal, shown_.view) ||
                depth < each.piece.sharedLow - tolerance || depth > each.piece.sharedHigh + tolerance) {
                continue;
            }
            minimum = std::min(minimum.value_or(each.componentDepth), each.componentDepth);
        }
    }

    static std::vector<Piece> plain(const std::vector<SampledPiece>& pieces) {
        std::vector<Piece> all;
        for (const SampledPiece& each : pieces) all.push_back(each.piece);
        return all;
    }

    const ProjectedPieces& shown_;
    PixelGrid grid_;
};

Vec3 pointAt(const View& view, Index pixel, Real metres) {
    const auto across = static_cast<Index>(view.pixels);
    const Vec3 at(view.min.x() + (pixel % across + 0.5) * view.size.x() / view.pixels,
                  view.min.y() + (pixel / across + 0.5) * view.size.y() / view.pixels, view.min.z() + metres);
    return view.axes.transpose() * at;
}

/// The coarse or the zoomed projection along a direction.
struct ShownAlong {
    std::size_t direction;
    Lookup lookup;
};

/// Drops pieces that another direction's projection shows better: overlaps that are thinner there, and whole
/// components if most of their pieces are; gaps between surfaces that it shows less obliquely.
void keepThinnest(ProjectedPieces& shown, std::size_t mine, std::span<const ShownAlong> all) {
    const Matrix3& axes = shown.view.axes;
    const auto isThinnerElsewhere = [&](const SampledPiece& each) {
        const Real middle = 0.5 * (each.piece.sharedLow + each.piece.sharedHigh);
        const Vec3 point = pointAt(shown.view, each.piece.pixel, middle);
        return std::any_of(all.begin(), all.end(), [&](const ShownAlong& other) {
            if (other.direction == mine) return false;
            const auto depth = other.lookup.depthAt(point);
            return depth && *depth < kThinner * each.componentDepth;
        });
    };
    std::vector<bool> isBetterElsewhere;
    std::map<Index, std::pair<Index, Index>>
        votes;  // per component: number of overlaps, and of those that are thinner elsewhere
    for (const SampledPiece& each : shown.pieces) {
        if (each.depth < 0) {
            isBetterElsewhere.push_back(isOblique(each.normal, shown.view) || isThinnerElsewhere(each));
            auto& [pieces, thinner] = votes[each.component];
            ++pieces;
            thinner += isBetterElsewhere.back();
        } else {
            const Vec3 inView = (axes * each.normal).cwiseAbs();
            isBetterElsewhere.push_back(inView.z() < inView.head<2>().maxCoeff() - 1e-9);
        }
    }
    std::vector<SampledPiece> remaining;
    for (std::size_t i = 0; i < shown.pieces.size(); ++i) {
        const auto vote = votes.find(shown.pieces[i].component);
        const bool isOutvoted = vote != votes.end() && 2 * vote->second.second > vote->second.first;
        if (!isBetterElsewhere[i] && !isOutvoted) remaining.push_back(shown.pieces[i]);
    }
    shown.pieces = std::move(remaining);
}

std::vector<Piece> piecesIn(const ProjectedPieces& shown) {
    std::vector<Piece> pieces;
    for (const SampledPiece& each : shown.pieces) pieces.push_back(each.piece);
    return pieces;
}

/// Axes of views along each row of `axes`.
std::array<Matrix3, 3> turned(const Matrix3& axes) {
    std::array<Matrix3, 3> all;
    for (Index i = 0; i < 3; ++i) {
        for (Index row = 0; row < 3; ++row) all[i].row((row + i) % 3) = axes.row(row);
    }
    return all;
}

/// An overlap that fills at most a quarter of a view's width and height is drawn again in a view of its own;
/// the old view keeps the gaps.
Result<void> zoomIn(const LayerSource& source, const PlacedMesh& a, const PlacedMesh& b, Real queryDistance,
                    std::vector<std::size_t>& directions, std::vector<ProjectedPieces>& shown) {
    std::vector<std::size_t> which;
    std::vector<View> closer;
    for (std::size_t k = 0; k < shown.size(); ++k) {
        std::vector<Piece> overlaps;
        for (const SampledPiece& each : shown[k].pieces) {
            if (each.piece.overlaps()) overlaps.push_back(each.piece);
        }
        if (overlaps.empty()) continue;
        const View view = zoomedTo(overlaps, shown[k].view, a, b, shown[k].view.pixels);
        if (((4 * view.size - shown[k].view.size).head<2>().array() > 0).any()) continue;
        which.push_back(k);
        closer.push_back(view);
    }
    if (closer.empty()) return {};
    auto drawn = source.layers(a, b, closer);
    if (!drawn) return tl::unexpected(drawn.error());
    for (std::size_t i = 0; i < closer.size(); ++i) {
        ProjectedPieces fresh =
            withSurroundings(piecesOf(std::move((*drawn)[i]), closer[i], queryDistance), closer[i], a, b);
        std::erase_if(shown[which[i]].pieces, [](const SampledPiece& each) { return each.piece.overlaps(); });
        shown.push_back(std::move(fresh));
        directions.push_back(directions[which[i]]);
    }
    return {};
}

}  // namespace

Vec3 ProjectedPieces::middleOf(const Piece& piece) const {
    return pointAt(view, piece.pixel, 0.5 * (piece.low + piece.high));
}

ProjectedPieces withSurroundings(const std::vector<Piece>& pieces, const View& view, const PlacedMesh& a,
                                 const PlacedMesh& b) {
    ProjectedPieces shown{view, std::vector<SampledPiece>(pieces.size())};
    const std::vector<Index> roots = components(pieces, view, PixelGrid(pieces, view.pixels));
    std::vector<Index> order(pieces.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return roots[i] < roots[j]; });
    const Smoothing smoothing(pieces, view, a, b);
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && roots[order[end]] == roots[order[begin]]) ++end;
        smoothing.smooth(std::span(order).subspan(begin, end - begin), shown.pieces);
        begin = end;
    }
    return shown;
}

Result<std::vector<ProjectedPieces>> sampleAlong(const LayerSource& source, const PlacedMesh& a,
                                                 const PlacedMesh& b, const IntersectionBoxes& boxes,
                                                 const Vec3& direction, Real queryDistance,
                                                 const SampledSettings& settings) {
    std::vector<View> views;
    for (const Matrix3& axes : turned(axesAlong(direction))) {
        views.push_back(viewOf(boxes, a, b, axes, settings.searchPixels));
    }
    auto drawn = source.layers(a, b, views);
    if (!drawn) return tl::unexpected(drawn.error());
    std::vector<ProjectedPieces> coarse;
    for (std::size_t i = 0; i < views.size(); ++i) {
        coarse.push_back(
            withSurroundings(piecesOf(std::move((*drawn)[i]), views[i], queryDistance), views[i], a, b));
    }
    std::vector<ShownAlong> lookups;
    for (std::size_t i = 0; i < coarse.size(); ++i) lookups.push_back({i, Lookup(coarse[i])});
    std::vector<std::size_t> mine;
    std::vector<View> zoomed;
    for (std::size_t i = 0; i < coarse.size(); ++i) {
        ProjectedPieces remaining = coarse[i];
        keepThinnest(remaining, i, lookups);
        if (remaining.pieces.empty()) continue;
        mine.push_back(i);
        zoomed.push_back(zoomedTo(piecesIn(remaining), views[i], a, b, settings.pixels));
    }
    if (zoomed.empty()) return std::vector<ProjectedPieces>{};
    drawn = source.layers(a, b, zoomed);
    if (!drawn) return tl::unexpected(drawn.error());
    std::vector<ProjectedPieces> fine;
    for (std::size_t k = 0; k < zoomed.size(); ++k) {
        fine.push_back(
            withSurroundings(piecesOf(std::move((*drawn)[k]), zoomed[k], queryDistance), zoomed[k], a, b));
    }
    if (const auto closer = zoomIn(source, a, b, queryDistance, mine, fine); !closer) {
        return tl::unexpected(closer.error());
    }
    const std::vector<ProjectedPieces> all = fine;
    for (std::size_t k = 0; k < all.size(); ++k) lookups.push_back({mine[k], Lookup(all[k])});
    for (std::size_t k = 0; k < fine.size(); ++k) keepThinnest(fine[k], mine[k], lookups);
    return fine;
}

Result<std::vector<ProjectedPieces>> sampleContact(const LayerSource& source, const PlacedMesh& a,
                                                   const PlacedMesh& b, const IntersectionBoxes& boxes,
                                                   Real queryDistance, const SampledSettings& settings) {
    const auto guess = leastOverlap(source, a, b, boxes, candidateDirections(boxes, a, b), queryDistance,
                                    settings.atlasPixels);
    if (!guess) return tl::unexpected(guess.error());
    auto shown = sampleAlong(source, a, b, boxes, *guess, queryDistance, settings);
    for (Vec3 looked = *guess; shown;) {
        const Vec3 normal = mainNormal(*shown);
        if (normal.isZero() || std::abs(normal.dot(looked)) > kAligned) break;
        auto next = sampleAlong(source, a, b, boxes, normal, queryDistance, settings);
        if (!next || deepestOf(*next) <= deepestOf(*shown)) return next;
        shown = std::move(next);
        looked = normal;
    }
    return shown;
}

Vec3 mainNormal(const std::vector<ProjectedPieces>& projections) {
    const SampledPiece* deepest = nullptr;
    for (const ProjectedPieces& shown : projections) {
        for (const SampledPiece& each : shown.pieces) {
            if (!deepest || each.depth < deepest->depth) deepest = &each;
        }
    }
    return deepest ? deepest->normal : Vec3::Zero();
}

Real deepestOf(const std::vector<ProjectedPieces>& projections) {
    Real deepest = 0;
    for (const ProjectedPieces& shown : projections) {
        for (const SampledPiece& each : shown.pieces) deepest = std::max(deepest, -each.depth);
    }
    return deepest;
}

}  // namespace ricochet::stencil
