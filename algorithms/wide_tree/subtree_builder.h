#pragma once

#include "algorithms/wide_tree/binned_sah.h"
#include "algorithms/wide_tree/bvh_builder.h"

#include <optional>
#include <span>
#include <vector>

namespace ricochet::wide_tree {

/// What a whole build shares. Threads that build parts of the tree write to disjoint parts of it.
struct BuildSpace {
    const Mesh& mesh;
    const BuildSettings& settings;
    Tree sphere;  ///< centre and radius alone
    PlainVector<FloatTriangle> triangles;
    PlainVector<BuilderBox> boxes;  ///< by face, in the frame that was tried last
    std::vector<Index> order;       ///< faces in the tree's order, as far as it is known
};

/// Faces of the order that are below one node, or in one leaf.
struct FaceRange {
    Index begin, end;
    Frame frame;                    ///< of the node above
    std::optional<BuilderBox> box;  ///< in that frame, where the boxes of its faces are in that frame, too

    Index size() const { return end - begin; }
};

/// A node and all that is below it, in depth-first order.
struct Subtree {
    NodeRef root;
    PlainVector<WideNode> nodes;
    PlainVector<WideLeaf> leaves;
    Real boxArea = 0;
};

/// Builds parts of a tree. For one thread.
class SubtreeBuilder {
public:
    explicit SubtreeBuilder(BuildSpace& space) : space_(space), sah_(space.order, space.boxes) {}

    Subtree build(const FaceRange& range);
    /// One node whose children are to be built; adds its children's boxes to `boxArea`.
    WideNode makeNode(const FaceRange& range, std::vector<FaceRange>& children, Real& boxArea);
    /// At most eight faces.
    void makeLeaf(const FaceRange& range, WideLeaf& leaf, Real& boxArea);
    /// From now on by numbers of faces, whatever their boxes: leaves then have at least four.
    void splitByHalves() { splitsByHalves_ = true; }

private:
    using Clusters = std::vector<Cluster>;
    /// Faces that are to become child `transformPoint` of node `parent`.
    struct Task {
        FaceRange range;
        Index parent;
        int place;
    };

    std::span<const Index> facesOf(const FaceRange& range) const {
        return std::span(space_.order).subspan(range.begin, range.size());
    }
    BuilderBox computeBoxes(const FaceRange& range, const Frame& frame);
    bool tryOwnFrame(const FaceRange& range, Frame& frame);
    void splitInto(Clusters& clusters, const FaceRange& range, const BuilderBox& box);

    BuildSpace& space_;
    BinnedSah sah_;
    Clusters clusters_, ownClusters_;
    std::vector<Index> orderBefore_;
    bool splitsByHalves_ = false;
};

/// The principal axes of the triangles' surface, each point of it weighing the same. A set without area
/// counts its corners instead.
/// Gottschalk, Lin, Manocha. OBBTree. 1996. Here of the surface itself, not of its hull.
Frame areaFrame(std::span<const FloatTriangle> triangles, std::span<const Index> faces);

/// The frame, found by a seeded random search, in which the boxes of the single triangles have the least
/// summed area; the identity if that is hardly worse. Principal axes do not suffice for a whole mesh: a cube
/// of pipes has none.
Frame meshFrame(std::span<const FloatTriangle> triangles);

}  // namespace ricochet::wide_tree
