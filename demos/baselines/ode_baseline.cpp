#include "demos/baselines/baseline.h"

#include <ode/ode.h>

namespace ricochet::baselines {
namespace {

/// A mesh in ODE, which refers to the arrays and does not copy them.
class OdeMesh {
public:
    explicit OdeMesh(const Mesh& mesh) {
        for (const Vec3& v : mesh.vertices()) vertices_.insert(vertices_.end(), v.begin(), v.end());
        for (const Face& f : mesh.faces()) indices_.insert(indices_.end(), f.begin(), f.end());
        constexpr int kVertexBytes = 3 * sizeof(double), kFaceBytes = 3 * sizeof(dTriIndex);
        dGeomTriMeshDataBuildDouble(data_.get(), vertices_.data(), kVertexBytes,
                                    static_cast<int>(mesh.vertexCount()), indices_.data(),
                                    static_cast<int>(indices_.size()), kFaceBytes);
        geom_.reset(dCreateTriMesh(nullptr, data_.get(), nullptr, nullptr, nullptr));
    }

    dGeomID geom() const { return geom_.get(); }

    void moveTo(const Pose& pose) {
        dMatrix3 rotation = {};
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column)
                rotation[4 * row + column] = pose.rotation(row, column);
        }
        dGeomSetRotation(geom(), rotation);
        dGeomSetPosition(geom(), pose.translation.x(), pose.translation.y(), pose.translation.z());
    }

private:
    struct Destroy {
        void operator()(dTriMeshDataID data) const { dGeomTriMeshDataDestroy(data); }
        void operator()(dGeomID geom) const { dGeomDestroy(geom); }
    };

    std::vector<double> vertices_;
    std::vector<dTriIndex> indices_;
    std::unique_ptr<dxTriMeshData, Destroy> data_{dGeomTriMeshDataCreate()};
    std::unique_ptr<dxGeom, Destroy> geom_;
};

/// Initialises ODE as long as a baseline needs it.
struct OdeLibrary {
    OdeLibrary() {
        dInitODE2(0);
        dAllocateODEDataForThread(dAllocateMaskAll);
        // At every deep pose it reports that it did not merge all close contacts.
        dSetMessageHandler([](int, const char*, va_list) {});
    }
    ~OdeLibrary() { dCloseODE(); }
    OdeLibrary(const OdeLibrary&) = delete;
    OdeLibrary& operator=(const OdeLibrary&) = delete;
};

/// dCollide of two meshes: contact points, not pairs of faces.
class OdeBaseline final : public Baseline {
public:
    OdeBaseline(const Mesh& a, const Mesh& b) : a_(a), b_(b), contacts_(kMostContacts) {}

    void collide(const PosePair& poses) override {
        a_.moveTo(poses.a);
        b_.moveTo(poses.b);
        count_ = dCollide(a_.geom(), b_.geom(), kMostContacts, contacts_.data(), sizeof(dContactGeom));
    }
    std::size_t pairCount() override { return static_cast<std::size_t>(count_); }

private:
    static constexpr int kMostContacts = 0xffff;  ///< limit of dCollide

    OdeLibrary library_;
    OdeMesh a_, b_;
    std::vector<dContactGeom> contacts_;
    int count_ = 0;
};

}  // namespace

std::unique_ptr<Baseline> makeOde(const SharedMesh& a, const SharedMesh& b) {
    return std::make_unique<OdeBaseline>(*a, *b);
}

}  // namespace ricochet::baselines
