// Gottschalk, Lin, Manocha. OBBTree. 1996. Two trees are descended simultaneously: of a pair of overlapping
// boxes, the larger one is opened. Here with a stack instead of recursion, and in float with error bounds.

#include "algorithms/obb_tree/traversal.h"

#include "algorithms/geometry/close_faces.h"
#include "algorithms/geometry/float_boxes.h"

#include <hwy/cache_control.h>

namespace ricochet::obb_tree {
namespace {

class Traversal {
public:
    Traversal(const Query& query, Work& work)
        : query_(query),
          work_(work),
          boxes_(query.pose, query.treeA.sphere.radius, query.treeB.sphere.radius) {}

    void begin() {
        work_.open.clear();
        visit({0, 0}, boxes_.place(query_.treeB.nodes[0]));
    }

    void run(std::uint64_t pairs) {
        while (!work_.open.empty() && pairs-- > 0) {
            const NodePair pair = work_.open.back();
            work_.open.pop_back();
            open(pair);
        }
    }

private:
    void visit(NodePair pair, const BoxInMeshA& placedB) {
        ++work_.boxTests;
        const ObbNode& a = query_.treeA.nodes[pair.a];
        if (!boxes_.mayOverlap(a, placedB)) return;
        work_.open.push_back(pair);
        fetchChildren(query_.treeA, a);
        fetchChildren(query_.treeB, query_.treeB.nodes[pair.b]);
    }

    /// Prefetches the children while other boxes are tested.
    static void fetchChildren(const Tree& tree, const ObbNode& node) {
        if (node.isLeaf()) return;
        hwy::Prefetch(&tree.nodes[node.leftChild()]);
        hwy::Prefetch(&tree.nodes[node.leftChild() + 1]);
    }

    /// By which two boxes are compared: of the larger one the children are tested next.
    float size(const ObbNode& node) const { return query_.opensLongerSide ? node.half[0] : node.area(); }

    void open(NodePair pair) {
        const ObbNode& a = query_.treeA.nodes[pair.a];
        const ObbNode& b = query_.treeB.nodes[pair.b];
        if (a.isLeaf() && b.isLeaf()) {
            testFaces(a, b);
        } else if (b.isLeaf() || (!a.isLeaf() && size(a) > size(b))) {
            const BoxInMeshA placedB = boxes_.place(b);
            for (const Index child : {a.leftChild(), a.leftChild() + 1}) visit({child, pair.b}, placedB);
        } else {
            for (const Index child : {b.leftChild(), b.leftChild() + 1}) {
                visit({pair.a, child}, boxes_.place(query_.treeB.nodes[child]));
            }
        }
    }

    void testFaces(const ObbNode& a, const ObbNode& b) {
        // Boxes of single faces that are not apart are near enough; a box of several says little of each.
        const bool boxesSuffice =
            query_.queryDistance > 0 && query_.treeA.holdsOneFace(a) && query_.treeB.holdsOneFace(b);
        query_.treeA.forEachFace(a, [&](Index faceA) {
            query_.treeB.forEachFace(b, [&](Index faceB) {
                ++work_.triangleTests;
                if (boxesSuffice ||
                    areClose(query_.a.triangle(faceA), query_.b.triangle(faceB), query_.queryDistance)) {
                    work_.found.push_back({faceA, faceB});
                }
            });
        });
    }

    const Query& query_;
    Work& work_;
    const FloatBoxes boxes_;
};

void addFaces(const Tree& tree, const ObbNode& leaf, const Mesh& mesh, const Aabb& box,
              std::vector<Index>& out) {
    tree.forEachFace(leaf, [&](Index face) {
        if (overlaps(boxOf(mesh.triangle(face)), box)) out.push_back(face);
    });
}

}  // namespace

void begin(const Query& query, Work& work) { Traversal(query, work).begin(); }

void traverse(const Query& query, std::uint64_t pairs, Work& work) { Traversal(query, work).run(pairs); }

void findFaces(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<Index>& out) {
    out.clear();
    const Aabb clipped = intersection(box, mesh.box());
    if (clipped.isEmpty()) return;
    const AlignedBoxQuery query(clipped, tree.sphere);
    thread_local std::vector<Index> open;
    open.assign(1, 0);
    while (!open.empty()) {
        const ObbNode& node = tree.nodes[open.back()];
        open.pop_back();
        if (!query.mayOverlap(node)) continue;
        if (node.isLeaf()) {
            addFaces(tree, node, mesh, box, out);
        } else {
            open.push_back(node.leftChild());
            open.push_back(node.leftChild() + 1);
        }
    }
}

}  // namespace ricochet::obb_tree
