#include "demos/app/convex_pieces.h"

#include <HACD/hacdHACD.h>

namespace ricochet::app {
namespace {

// As in Bullet's own example; lengths are thousandths of the mesh's size.
constexpr double kConcavity = 100;  // deeper dents are decomposed
constexpr double kCompactness = 0.1;
constexpr std::size_t kFewestPieces = 2;
constexpr std::size_t kCornersPerPiece = 100;

using Point = HACD::Vec3<HACD::Real>;
using Corners = HACD::Vec3<long>;

std::vector<btVector3> pieceOf(HACD::HACD& hacd, std::size_t piece) {
    std::vector<Point> points(hacd.GetNPointsCH(piece));
    std::vector<Corners> faces(hacd.GetNTrianglesCH(piece));
    hacd.GetCH(piece, points.data(), faces.data());
    std::vector<btVector3> corners;
    for (const Point& p : points) {
        corners.emplace_back(static_cast<btScalar>(p.X()), static_cast<btScalar>(p.Y()),
                             static_cast<btScalar>(p.Z()));
    }
    return corners;
}

}  // namespace

std::vector<std::vector<btVector3>> convexPieces(const scenes::SceneMesh& mesh) {
    std::vector<Point> points;
    for (const btVector3& v : mesh.vertices) points.emplace_back(v.x(), v.y(), v.z());
    std::vector<Corners> faces;
    for (const auto& f : mesh.faces) faces.emplace_back(f[0], f[1], f[2]);

    HACD::HACD hacd;
    hacd.SetPoints(points.data());
    hacd.SetNPoints(points.size());
    hacd.SetTriangles(faces.data());
    hacd.SetNTriangles(faces.size());
    hacd.SetCompacityWeight(kCompactness);
    hacd.SetVolumeWeight(0);
    hacd.SetConcavity(kConcavity);
    hacd.SetNClusters(kFewestPieces);
    hacd.SetNVerticesPerCH(kCornersPerPiece);
    // Without these points the outer side of a ring, which is convex by itself, becomes one piece that fills
    // the hole.
    hacd.SetAddExtraDistPoints(true);
    hacd.SetAddNeighboursDistPoints(true);
    hacd.SetAddFacesPoints(true);
    hacd.Compute();

    std::vector<std::vector<btVector3>> pieces;
    for (std::size_t i = 0; i < hacd.GetNClusters(); ++i) pieces.push_back(pieceOf(hacd, i));
    return pieces;
}

}  // namespace ricochet::app
