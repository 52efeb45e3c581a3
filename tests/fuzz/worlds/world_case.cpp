#include "tests/fuzz/worlds/world_case.h"

#include "adapters/shapes/convert.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/fuzz/choices.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/worlds/random_shape.h"
#include "tests/fuzz/worlds/simulation.h"
#include "tests/support/only_target.h"

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <LinearMath/btSerializer.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

namespace ricochet::fuzz {
namespace {

/// Numbers of its own for the n-th thing of a kind.
Choices choicesFor(std::uint32_t seed, std::uint32_t kind, int n) {
    std::seed_seq numbers{seed, kind, static_cast<std::uint32_t>(n)};
    return Choices(Random(numbers));
}

int anyObjectCount(Choices random) { return 2 + pick(random, 9); }

enum : std::uint32_t { ofCase, ofShapes, ofObjects, ofOperations, ofWorlds };

double processorTime() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

void endAfter(double seconds) {
    const itimerval timer = {{0, 0}, {static_cast<time_t>(std::ceil(seconds)), 0}};
    setitimer(ITIMER_PROF, &timer, nullptr);
}

btVector3 anyVector(Choices& random, btScalar size) {
    const btScalar x = btScalar(uniform(random, -Real(size), Real(size)));
    const btScalar y = btScalar(uniform(random, -Real(size), Real(size)));
    const btScalar z = btScalar(uniform(random, -Real(size), Real(size)));
    return {x, y, z};
}

btTransform anyTransform(Choices& random, btScalar size) {
    const btVector3 axis = anyVector(random, 1) + btVector3(0, 0, btScalar(1e-3));
    const btScalar angle = pick(random, 3) == 0 ? 0 : btScalar(uniform(random, 0, 6));
    return btTransform(btQuaternion(axis.normalized(), angle), anyVector(random, size));
}

bool isFinite(const btVector3& v) {
    return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
}
bool isFinite(const btTransform& t) {
    return isFinite(t.getOrigin()) && isFinite(t.getBasis()[0]) && isFinite(t.getBasis()[1]) &&
           isFinite(t.getBasis()[2]);
}

/// m/s, of a body. From here on, what rounding leaves of a velocity along a contact's normal is sliding to
/// Bullet's solver (its bound is SIMD_EPSILON of squared speeds), which with two friction directions (`tune`)
/// normalises its cross product with the normal: 0 if both are parallel.
const btScalar kDividesByZero = 1 / std::sqrt(SIMD_EPSILON);

bool mayDivideByZero(const btDynamicsWorld& world) {
    if (!(world.getSolverInfo().m_solverMode & SOLVER_USE_2_FRICTION_DIRECTIONS)) return false;
    const btCollisionObjectArray& objects = world.getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) {
        const btRigidBody* const body = btRigidBody::upcast(objects[i]);
        if (body && body->getLinearVelocity().length() > kDividesByZero / 2) return true;
    }
    return false;
}

struct WorldObject {
    std::unique_ptr<btCollisionObject> object;
    std::size_t shape = 0, simulation = 0;
    bool isInWorld = false;
};

/// What Bullet's callback, which is a function, does at the next contact.
std::function<void()> atNextContact;
bool actAtContact(btManifoldPoint&, void*, void*) {
    if (const auto act = std::exchange(atNextContact, nullptr)) act();
    return true;
}

struct AnyContact : btCollisionWorld::ContactResultCallback {
    int count = 0;
    bool isFiniteAll = true;
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
        ++count;
        isFiniteAll &= isFinite(point.getPositionWorldOnA()) && std::isfinite(point.getDistance());
        return 0;
    }
};

struct Collector : btTriangleCallback {
    std::vector<Triangle> triangles;
    void processTriangle(btVector3* corners, int, int) override {
        Triangle triangle;
        for (std::size_t k = 0; k < 3; ++k) {
            triangle[k] = Vec3(Real(corners[k].x()), Real(corners[k].y()), Real(corners[k].z()));
        }
        triangles.push_back(triangle);
    }
};

/// In the world.
std::vector<Triangle> trianglesOf(const btCollisionObject& object) {
    Collector collector;
    constexpr btScalar kFar = btScalar(1e18);
    static_cast<const btConcaveShape*>(object.getCollisionShape())
        ->processAllTriangles(&collector, btVector3(-kFar, -kFar, -kFar), btVector3(kFar, kFar, kFar));
    const btTransform& at = object.getWorldTransform();
    for (Triangle& triangle : collector.triangles) {
        for (Vec3& v : triangle) {
            Vec3 moved;
            for (int row = 0; row < 3; ++row) {
                const btVector3& r = at.getBasis()[row];
                moved[row] = Real(r.x()) * v.x() + Real(r.y()) * v.y() + Real(r.z()) * v.z() +
                             Real(at.getOrigin()[row]);
            }
            v = moved;
        }
    }
    return std::move(collector.triangles);
}

bool boxesOverlap(const Triangle& a, const Triangle& b) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [lowA, highA] = std::minmax({a[0][axis], a[1][axis], a[2][axis]});
        const auto [lowB, highB] = std::minmax({b[0][axis], b[1][axis], b[2][axis]});
        if (lowA > highB || lowB > highA) return false;
    }
    return true;
}

bool anyIntersect(const std::vector<Triangle>& a, const std::vector<Triangle>& b, const Vec3& offset) {
    for (Triangle t : a) {
        for (Vec3& v : t) v += offset;
        for (const Triangle& u : b) {
            if (boxesOverlap(t, u) && intersects(t, u)) return true;
        }
    }
    return false;
}

/// Whether two meshes intersect, by all pairs of their faces; nothing if an offset of `tolerance` would
/// change the answer.
std::optional<bool> surelyIntersect(const std::vector<Triangle>& a, const std::vector<Triangle>& b,
                                    Real tolerance) {
    const bool answer = anyIntersect(a, b, Vec3::Zero());
    for (int axis = 0; axis < 3; ++axis) {
        for (const Real sign : {-1, 1}) {
            if (anyIntersect(a, b, sign * tolerance * Vec3::Unit(axis)) != answer) return std::nullopt;
        }
    }
    return answer;
}

class Run {
public:
    Run(const WorldCase& which, WorldProgress& progress);
    ~Run();
    void step(int number, double limit);
    void operate(int number);
    /// Whether the world ends: nothing is left to decide, or Bullet would crash.
    bool isOver() const { return isSpoiltByBullet_ || (bytes_ && bytes_->isUsedUp()); }

    using Operation = bool (Run::*)(Choices&);
    struct NamedOperation {
        const char* name;
        Operation run;
        int weight = 1;
    };
    static const std::vector<NamedOperation>& operations();
    /// An index in `operations()`.
    static std::size_t choose(Choices& random);

private:
    struct StepLength {
        btScalar seconds;
        int substeps;
    };

    /// For the n-th thing of a kind: of the case's seed, or the next bytes.
    Choices choicesFor(std::uint32_t kind, int n);
    void makeObject(int number);
    WorldObject* anyObject(Choices& random);
    btRigidBody* anyBody(Choices& random);
    void addToWorld(WorldObject& object);
    void removeFromWorld(WorldObject& object);
    void reshape(WorldObject& object, std::size_t shape);
    bool keepsPairs(const WorldObject& object, std::size_t shape);
    Simulation& simulationOf(const WorldObject& object) { return *simulations_[object.simulation]; }
    void complain(const std::string& what);
    void hash(const void* data, std::size_t bytes);
    void hash(const btVector3& v) {
        for (int axis = 0; axis < 3; ++axis) hash(&v.m_floats[axis], sizeof(btScalar));
    }
    void hashState();
    void checkState();
    void checkStatistics();

    bool exchangeShape(Choices& random);
    bool exchangeShapeInCallback(Choices& random);
    bool replaceShape(Choices& random);
    bool scaleShape(Choices& random);
    bool deformWithNotice(Choices& random);
    bool deformWithoutNotice(Choices& random);
    bool spoilVertex(Choices& random);
    bool addChild(Choices& random);
    bool removeChild(Choices& random);
    bool nameAlgorithm(Choices& random);
    bool exchangeBroadphase(Choices& random);
    bool registerAgain(Choices& random);
    bool unregisterOne(Choices& random);
    bool castRays(Choices& random);
    bool testContacts(Choices& random);
    bool sweep(Choices& random);
    bool predict(Choices& random);
    bool samplePair(Choices& random);
    bool prepareOnAThread(Choices& random);
    bool saveAndLoad(Choices& random);
    bool tuneOne(Choices& random);
    bool teleport(Choices& random);
    bool push(Choices& random);
    bool makeNotFinite(Choices& random);
    bool removeOne(Choices& random);
    bool addOne(Choices& random);
    bool changeInTick(Choices& random);
    bool changeStepLength(Choices& random);
    bool serialise(Choices& random);
    bool makeKinematic(Choices& random);
    bool addOrRemoveLinks(Choices& random);
    bool addOrRemoveCloth(Choices& random);

    const WorldCase which_;
    WorldProgress& progress_;
    std::optional<ByteString> bytes_;
    std::optional<test::OnlyTarget> onlyTarget_;
    btScalar scale_ = 1;
    std::shared_ptr<const MkTreeFile> mktree_;
    std::vector<std::unique_ptr<RandomShape>> shapes_;
    std::vector<std::unique_ptr<Simulation>> simulations_;
    std::vector<WorldObject> objects_;
    std::vector<std::function<void()>> inTick_;
    std::vector<Tuning> tunings_;
    StepLength length_{btScalar(1) / 60, 0};
    bool isHostile_ = false;  ///< vertices and states may be made not finite
    bool isExpectedFinite_ = true;
    bool isSpoiltByBullet_ = false;  ///< the state may not be finite, and Bullet's next step may crash
    bool hasDividedByZero_ = false;  ///< Bullet's solver may have, in this step
};

const std::vector<Run::NamedOperation>& Run::operations() {
    static const std::vector<NamedOperation> table = {
        {"exchange a shape", &Run::exchangeShape, 2},
        {"exchange a shape in a callback", &Run::exchangeShapeInCallback, 5},
        {"another shape at its address", &Run::replaceShape, 1},
        {"scale a shape", &Run::scaleShape, 1},
        {"deform with notice", &Run::deformWithNotice, 2},
        {"deform without notice", &Run::deformWithoutNotice, 2},
        {"a vertex that is not finite", &Run::spoilVertex, 4},
        {"add a child", &Run::addChild, 3},
        {"remove a child", &Run::removeChild, 3},
        {"name an algorithm", &Run::nameAlgorithm, 2},
        {"another broad phase", &Run::exchangeBroadphase, 1},
        {"register again", &Run::registerAgain, 2},
        {"unregister", &Run::unregisterOne, 2},
        {"cast rays", &Run::castRays, 1},
        {"test contacts", &Run::testContacts, 2},
        {"sweep", &Run::sweep, 2},
        {"predict", &Run::predict, 1},
        {"sample a pair", &Run::samplePair, 4},
        {"prepare on a thread", &Run::prepareOnAThread, 1},
        {"save and load", &Run::saveAndLoad, 1},
        {"tune or untune", &Run::tuneOne, 1},
        {"teleport", &Run::teleport, 4},
        {"push", &Run::push, 4},
        {"a state that is not finite", &Run::makeNotFinite, 3},
        {"remove an object", &Run::removeOne, 2},
        {"add an object", &Run::addOne, 4},
        {"add and remove in a tick", &Run::changeInTick, 1},
        {"another step length", &Run::changeStepLength, 2},
        {"serialise", &Run::serialise, 1},
        {"static, kinematic or dynamic", &Run::makeKinematic, 2},
        {"add or remove links", &Run::addOrRemoveLinks, 5},
        {"add or remove cloth", &Run::addOrRemoveCloth, 5},
    };
    return table;
}

Run::Run(const WorldCase& which, WorldProgress& progress) : which_(which), progress_(progress) {
    if (which_.bytes) bytes_.emplace(*which_.bytes);
    if (which.isScalar) onlyTarget_.emplace(HWY_SSE4);
    gContactProcessedCallback = actAtContact;
    Choices random = choicesFor(ofCase, 0);
    if (pick(random, 4) == 0) scale_ = btScalar(std::pow(10, uniform(random, -3.5, 4)));
    if (!which.mktree.empty()) mktree_ = MkTreeFile::open(which.mktree, 1 << 16).file;
    const int shapes = 2 + pick(random, 6), simulations = 1 + (pick(random, 4) == 0);
    isHostile_ = pick(random, 4) == 0;
    for (int i = 0; i < shapes; ++i) {
        Choices ofShape = choicesFor(ofShapes, i);
        const btScalar size = scale_ * btScalar(std::pow(2, uniform(ofShape, -2, 2)));
        shapes_.push_back(std::make_unique<RandomShape>(ofShape, size, mktree_));
    }
    for (int i = 0; i < simulations; ++i) {
        Choices ofWorld = choicesFor(ofWorlds, i);
        simulations_.push_back(std::make_unique<Simulation>(ofWorld, scale_, which.threads, which.world));
        ++progress_.worlds[std::size_t(simulations_.back()->kind())];
    }
    objects_.resize(std::size_t(anyObjectCount(choicesFor(ofCase, 1))));
    for (int i = 0; i < int(objects_.size()); ++i) {
        if (!which.withoutObjects.contains(i)) makeObject(i);
    }
}

Run::~Run() {
    for (WorldObject& object : objects_) removeFromWorld(object);
    simulations_.clear();
    objects_.clear();
    shapes_.clear();
    gContactProcessedCallback = nullptr;
    atNextContact = nullptr;
}

Choices Run::choicesFor(std::uint32_t kind, int n) {
    return bytes_ ? Choices(*bytes_) : fuzz::choicesFor(which_.seed, kind, n);
}

void Run::makeObject(int number) {
    Choices random = choicesFor(ofObjects, number);
    WorldObject& made = objects_[std::size_t(number)];
    made.simulation = std::size_t(pick(random, int(simulations_.size())));
    made.shape = std::size_t(pick(random, int(shapes_.size())));
    RandomShape& shape = *shapes_[made.shape];
    btTransform at = anyTransform(random, scale_ * 2);
    if (pick(random, 12) == 0) {
        made.object = pick(random, 2) == 0 ? std::make_unique<btGhostObject>()
                                           : std::make_unique<btPairCachingGhostObject>();
        made.object->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
        made.object->setCollisionShape(&shape.shape());
        made.object->setWorldTransform(at);
    } else {
        const bool isStatic = shape.isFixed() || pick(random, 4) == 0;
        const btScalar mass = isStatic ? 0 : btScalar(std::pow(10, uniform(random, -1, 2)));
        const btVector3 inertia = pick(random, 2) == 0
                                      ? massProperties(shape.shape(), mass).inertia
                                      : mass * scale_ * scale_ * btScalar(0.2) * btVector3(1, 1, 1);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape.shape(), inertia);
        info.m_startWorldTransform = at;
        info.m_restitution = btScalar(uniform(random, 0, 1));
        info.m_friction = btScalar(uniform(random, 0, 2));
        auto body = std::make_unique<btRigidBody>(info);
        if (pick(random, 4) == 0) body->setCcdMotionThreshold(scale_ / 10);
        if (pick(random, 4) == 0) body->setCcdSweptSphereRadius(scale_ / 10);
        if (pick(random, 4) == 0) body->setContactStiffnessAndDamping(1000, 10);
        if (pick(random, 4) == 0) body->setActivationState(DISABLE_DEACTIVATION);
        made.object = std::move(body);
    }
    addToWorld(made);
}

void Run::addToWorld(WorldObject& object) {
    if (!object.object || object.isInWorld) return;
    simulationOf(object).add(*object.object);
    object.isInWorld = true;
}

void Run::removeFromWorld(WorldObject& object) {
    if (!object.object || !object.isInWorld) return;
    simulationOf(object).remove(*object.object);
    object.isInWorld = false;
}

WorldObject* Run::anyObject(Choices& random) {
    WorldObject& object = objects_[std::size_t(pick(random, int(objects_.size())))];
    return object.object ? &object : nullptr;
}

btRigidBody* Run::anyBody(Choices& random) {
    WorldObject* object = anyObject(random);
    return object ? btRigidBody::upcast(object->object.get()) : nullptr;
}

/// Bullet's own algorithms do not expect that a shape becomes another one.
void Run::reshape(WorldObject& object, std::size_t shape) {
    if (!simulationOf(object).servesConvexPairs()) simulationOf(object).cleanPairs(*object.object);
    object.shape = shape;
    object.object->setCollisionShape(&shapes_[shape]->shape());
}

bool Run::exchangeShape(Choices& random) {
    WorldObject* object = anyObject(random);
    const auto shape = std::size_t(pick(random, int(shapes_.size())));
    if (!object || (shapes_[shape]->isFixed() && !object->object->isStaticObject())) return false;
    reshape(*object, shape);
    return true;
}

bool Run::exchangeShapeInCallback(Choices& random) {
    // Another thread may serve a pair of the same object.
    if (std::ranges::any_of(simulations_, [](const auto& each) { return each->isThreaded(); })) return false;
    WorldObject* object = anyObject(random);
    const auto shape = std::size_t(pick(random, int(shapes_.size())));
    if (!object || (shapes_[shape]->isFixed() && !object->object->isStaticObject())) return false;
    if (!keepsPairs(*object, shape)) return false;
    // By then the dispatcher may be registered with other settings, or the object have another shape.
    atNextContact = [this, object, shape] {
        if (keepsPairs(*object, shape)) reshape(*object, shape);
    };
    return true;
}

/// Whether the object's pairs may keep their algorithms with another shape: in a callback Bullet allows no
/// other exchange.
bool Run::keepsPairs(const WorldObject& object, std::size_t shape) {
    const auto isPlainMesh = [&](std::size_t i) {
        return shapes_[i]->shape().isConcave() && !shapes_[i]->isFixed();
    };
    return simulationOf(object).servesConvexPairs() && isPlainMesh(shape) && isPlainMesh(object.shape);
}

bool Run::replaceShape(Choices& random) {
    const auto which = std::size_t(pick(random, int(shapes_.size())));
    std::vector<WorldObject*> users;
    for (Simulation* simulation : {simulations_.front().get(), simulations_.back().get()}) {
        if (simulation->links()) return false;  // its colliders may use it
    }
    atNextContact = nullptr;
    for (WorldObject& object : objects_) {
        if (object.object && object.shape == which && object.isInWorld) {
            removeFromWorld(object);
            users.push_back(&object);
        }
    }
    shapes_[which]->replace(random);
    for (WorldObject& object : objects_) {
        if (!object.object || object.shape != which) continue;
        btRigidBody* body = btRigidBody::upcast(object.object.get());
        if (body && shapes_[which]->isFixed()) body->setMassProps(0, btVector3(0, 0, 0));
        object.object->setCollisionShape(&shapes_[which]->shape());
    }
    for (WorldObject* object : users) addToWorld(*object);
    return true;
}

bool Run::scaleShape(Choices& random) {
    RandomShape& shape = *shapes_[std::size_t(pick(random, int(shapes_.size())))];
    btVector3 scaling = btVector3(1, 1, 1) + anyVector(random, btScalar(0.5));
    if (pick(random, 4) == 0) scaling[pick(random, 3)] *= -1;
    if (shape.isFixed() || shape.kind() == "convex-mesh") return false;
    shape.shape().setLocalScaling(scaling);
    return true;
}

bool Run::deformWithNotice(Choices& random) {
    return shapes_[std::size_t(pick(random, int(shapes_.size())))]->deform(random, true);
}

bool Run::deformWithoutNotice(Choices& random) {
    return shapes_[std::size_t(pick(random, int(shapes_.size())))]->deform(random, false);
}

bool Run::spoilVertex(Choices& random) {
    if (!isHostile_) return false;
    const int first = pick(random, int(shapes_.size()));
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
        if (!shapes_[(std::size_t(first) + i) % shapes_.size()]->spoil(random)) continue;
        isExpectedFinite_ = false;
        return true;
    }
    return false;
}

bool Run::addChild(Choices& random) {
    for (const auto& shape : shapes_) {
        if (shape->addChild(random)) return true;
    }
    return false;
}

bool Run::removeChild(Choices& random) {
    for (const auto& shape : shapes_) {
        if (shape->removeChild(random)) return true;
    }
    return false;
}

bool Run::nameAlgorithm(Choices& random) {
    std::vector<std::string> names = narrowPhases();
    std::erase_if(names, [](const std::string& name) { return name.find("stencil") != std::string::npos; });
    names.push_back("");
    names.push_back("no such name");
    RandomShape& shape = *shapes_[std::size_t(pick(random, int(shapes_.size())))];
    const std::string& name = names[std::size_t(pick(random, int(names.size())))];
    if (setAlgorithm(shape.shape(), name).empty() == (name == "no such name")) {
        throw std::runtime_error("setAlgorithm of '" + name + "'");
    }
    return true;
}

bool Run::exchangeBroadphase(Choices& random) {
    return simulations_[std::size_t(pick(random, int(simulations_.size())))]->migrateToAnotherBroadphase(
        random);
}

bool Run::registerAgain(Choices& random) {
    simulations_[std::size_t(pick(random, int(simulations_.size())))]->setRegistered(random, true);
    return true;
}

bool Run::unregisterOne(Choices& random) {
    if (pick(random, 3) != 0) return false;
    Simulation& simulation = *simulations_[std::size_t(pick(random, int(simulations_.size())))];
    if (simulation.isDeformable()) return false;
    // Bullet's own contacts of soft bodies throw light bodies to infinity.
    if (simulation.isOfSoftBodies()) isExpectedFinite_ = false;
    simulation.setRegistered(random, false);
    return true;
}

bool Run::castRays(Choices& random) {
    btDiscreteDynamicsWorld& world = simulations_.front()->world();
    for (int i = 0; i < 4; ++i) {
        const btVector3 from = anyVector(random, scale_ * 4), to = anyVector(random, scale_ * 4);
        btCollisionWorld::ClosestRayResultCallback closest(from, to);
        world.rayTest(from, to, closest);
        hash(&closest.m_closestHitFraction, sizeof(btScalar));
    }
    return true;
}

bool Run::testContacts(Choices& random) {
    WorldObject *a = anyObject(random), *b = anyObject(random);
    if (!a || !b || a == b || !isExpectedFinite_) return false;
    AnyContact one, two;
    btDiscreteDynamicsWorld& world = simulationOf(*a).world();
    if (a->isInWorld) world.contactTest(a->object.get(), one);
    two.m_closestDistanceThreshold = pick(random, 2) == 0 ? 0 : scale_;
    world.contactPairTest(a->object.get(), b->object.get(), two);
    if (!one.isFiniteAll || !two.isFiniteAll) complain("a contact of a query is not finite");
    hash(&one.count, sizeof one.count);
    hash(&two.count, sizeof two.count);
    return true;
}

bool Run::sweep(Choices& random) {
    WorldObject* object = anyObject(random);
    if (!object || !simulationOf(*object).isRegistered()) return false;
    const btTransform from = object->object->getWorldTransform();
    btTransform to = from;
    to.getOrigin() += anyVector(random, scale_ * 3);
    if (pick(random, 2) == 0) {
        to.setRotation(to.getRotation() * btQuaternion(btVector3(0, 1, 0), btScalar(uniform(random, -3, 3))));
    }
    btCollisionWorld::ClosestConvexResultCallback closest(from.getOrigin(), to.getOrigin());
    static_cast<void>(sweepTest(simulationOf(*object).world(), *object->object, from, to, closest));
    hash(&closest.m_closestHitFraction, sizeof(btScalar));
    if (!(closest.m_closestHitFraction >= 0))
        complain("a swept fraction is " + std::to_string(closest.m_closestHitFraction));
    return true;
}

bool Run::predict(Choices& random) {
    WorldObject* object = anyObject(random);
    if (!object || !mktree_) return false;
    const PredictedCollision found =
        predictCollision(simulationOf(*object).world(), *object->object, btScalar(uniform(random, 0, 2)));
    hash(&found.time, sizeof(btScalar));
    if (found.isMet && isExpectedFinite_ && !isFinite(found.point))
        complain("a predicted point is not finite");
    prefetch(simulationOf(*object).world(), 1);
    return true;
}

bool Run::samplePair(Choices& random) {
    WorldObject *a = anyObject(random), *b = anyObject(random);
    if (!a || !b || a == b || !isExpectedFinite_) return false;
    const auto isMesh = [&](const WorldObject& object) {
        return object.object->getCollisionShape()->isConcave() &&
               object.object->getCollisionShape()->getShapeType() != STATIC_PLANE_PROXYTYPE;
    };
    if (!isMesh(*a) || !isMesh(*b)) return false;
    if (shapes_[a->shape]->hasStaleModel() || shapes_[b->shape]->hasStaleModel()) return false;
    const std::vector<Triangle> ofA = trianglesOf(*a->object), ofB = trianglesOf(*b->object);
    // Bullet lists no triangle of a scaled mesh that is scaled by 0.
    if (ofA.empty() || ofB.empty() || ofA.size() * ofB.size() > 400000) return false;
    const Real size = Real(scale_),
               tolerance = 1e-4 * size + 1e-5 * toPose(a->object->getWorldTransform()).translation.norm();
    const std::optional<bool> truth = surelyIntersect(ofA, ofB, tolerance);
    if (!truth) return false;
    ++progress_.sampledPairs;
    progress_.intersectingPairs += *truth;
    const TimedAnswer answer = intersects(*a->object, *b->object);
    const std::string kinds = shapes_[a->shape]->kind() + " and " + shapes_[b->shape]->kind();
    if (answer.error.empty() && (answer.intersection == Intersection::meets) != *truth) {
        complain("intersects() errs: " + kinds + (*truth ? " meet" : " are apart"));
    }
    Simulation& simulation = simulationOf(*a);
    if (!*truth || !simulation.isRegistered() || shapes_[a->shape]->isDegenerate() ||
        shapes_[b->shape]->isDegenerate() ||
        (!shapes_[a->shape]->isClosed() && !shapes_[b->shape]->isClosed()))
        return true;
    AnyContact contact;
    simulation.world().contactPairTest(a->object.get(), b->object.get(), contact);
    if (contact.count == 0) complain("no contact between " + kinds + ", which intersect");
    return true;
}

bool Run::prepareOnAThread(Choices& random) {
    RandomShape& shape = *shapes_[std::size_t(pick(random, int(shapes_.size())))];
    const int threads = 1 + pick(random, 2);
    std::thread other(
        [&] { static_cast<void>(prepare(shape.shape(), {}, Settings{}.narrowPhase, threads)); });
    if (!objects_.empty() && objects_[0].object) {
        static_cast<void>(massProperties(*objects_[0].object->getCollisionShape(), 1));
    }
    other.join();
    return true;
}

bool Run::saveAndLoad(Choices& random) {
    RandomShape& shape = *shapes_[std::size_t(pick(random, int(shapes_.size())))];
    const auto path =
        std::filesystem::temp_directory_path() / ("ricochet_fuzz_world_" + std::to_string(getpid()));
    const bool isSaved = savePrepared(shape.shape(), path.string()).empty();
    if (isSaved && pick(random, 2) == 0) {
        std::ifstream in(path, std::ios::binary);
        const std::string bytes((std::istreambuf_iterator<char>(in)), {});
        std::filesystem::remove(path);
        const std::string damaged = mutated(bytes, bytes, random);
        std::ofstream(path, std::ios::binary) << damaged;
        release(shape.shape());
        if (loadPrepared(shape.shape(), path.string()).empty() && damaged != bytes) {
            complain("a damaged file of " + shape.kind() + " is loaded");
        }
    } else if (isSaved) {
        release(shape.shape());
        const std::string error = loadPrepared(shape.shape(), path.string());
        if (!error.empty() && !shape.hasStaleModel())
            complain("a saved file of " + shape.kind() + " is not loaded: " + error);
    }
    std::filesystem::remove(path);
    return isSaved;
}

bool Run::tuneOne(Choices& random) {
    btDiscreteDynamicsWorld& world = simulations_.front()->world();
    if (tunings_.empty() || pick(random, 2) == 0) {
        tunings_.push_back(tune(world, pick(random, 4) == 0 ? 0 : scale_,
                                pick(random, 2) == 0 ? SolverOrder::fixed : SolverOrder::random));
    } else {
        untune(world, tunings_.back());
        tunings_.pop_back();
    }
    return true;
}

bool Run::teleport(Choices& random) {
    WorldObject* object = anyObject(random);
    if (!object) return false;
    const btScalar size = scale_ * (pick(random, 8) == 0 ? btScalar(1e4) : 2);
    object->object->setWorldTransform(anyTransform(random, size));
    object->object->activate();
    return true;
}

bool Run::push(Choices& random) {
    btRigidBody* body = anyBody(random);
    if (!body || body->isStaticOrKinematicObject()) return false;
    const btScalar speed = scale_ * (pick(random, 8) == 0 ? 300 : 10);
    body->setLinearVelocity(anyVector(random, speed));
    body->setAngularVelocity(anyVector(random, pick(random, 4) == 0 ? 100 : 5));
    body->activate();
    return true;
}

bool Run::makeNotFinite(Choices& random) {
    if (!isHostile_ || std::ranges::any_of(simulations_, &Simulation::isDeformable)) return false;
    btRigidBody* body = anyBody(random);
    if (!body) return false;
    constexpr btScalar kBad[] = {std::numeric_limits<btScalar>::quiet_NaN(),
                                 std::numeric_limits<btScalar>::infinity(),
                                 std::numeric_limits<btScalar>::max() / 4};
    const btScalar bad = kBad[pick(random, 3)];
    if (pick(random, 2) == 0) {
        body->setLinearVelocity(btVector3(bad, 0, 0));
    } else {
        body->getWorldTransform().getOrigin()[pick(random, 3)] = bad;
    }
    isExpectedFinite_ = false;
    return true;
}

bool Run::removeOne(Choices& random) {
    WorldObject* object = anyObject(random);
    if (!object || !object->isInWorld) return false;
    removeFromWorld(*object);
    return true;
}

bool Run::addOne(Choices& random) {
    WorldObject* object = anyObject(random);
    if (!object || object->isInWorld) return false;
    addToWorld(*object);
    return true;
}

bool Run::changeInTick(Choices& random) {
    WorldObject* object = anyObject(random);
    if (!object) return false;
    inTick_.push_back([this, object] { object->isInWorld ? removeFromWorld(*object) : addToWorld(*object); });
    const auto tick = [](btDynamicsWorld* world, btScalar) {
        auto& actions = static_cast<Run*>(world->getWorldUserInfo())->inTick_;
        for (const auto& act : actions) act();
        actions.clear();
    };
    simulationOf(*object).world().setInternalTickCallback(tick, this, pick(random, 2) == 0);
    return true;
}

bool Run::changeStepLength(Choices& random) {
    constexpr StepLength kLengths[] = {{btScalar(1) / 60, 0}, {btScalar(1) / 240, 0},
                                       {btScalar(1) / 60, 2}, {0, 0},
                                       {btScalar(1e-5), 0},   {1, 0},
                                       {btScalar(1) / 60, 0}, {btScalar(1) / 60, 1}};
    length_ = kLengths[pick(random, 8)];
    return true;
}

bool Run::serialise(Choices&) {
    if (!isExpectedFinite_) return false;
    btDefaultSerializer serializer;
    simulations_.front()->world().serialize(&serializer);
    return serializer.getCurrentBufferSize() > 0;
}

bool Run::makeKinematic(Choices& random) {
    WorldObject* object = anyObject(random);
    btRigidBody* body = object ? btRigidBody::upcast(object->object.get()) : nullptr;
    if (!body || shapes_[object->shape]->isFixed()) return false;
    const bool wasInWorld = object->isInWorld;
    removeFromWorld(*object);
    const int flags = body->getCollisionFlags() &
                      ~(btCollisionObject::CF_KINEMATIC_OBJECT | btCollisionObject::CF_STATIC_OBJECT);
    const int which = pick(random, 3);
    body->setMassProps(which == 0 ? 1 : 0,
                       which == 0 ? scale_ * scale_ * btVector3(1, 1, 1) : btVector3(0, 0, 0));
    body->setCollisionFlags(which == 0 ? flags
                                       : flags | (which == 1 ? btCollisionObject::CF_KINEMATIC_OBJECT
                                                             : btCollisionObject::CF_STATIC_OBJECT));
    if (which == 0) body->updateInertiaTensor();
    if (wasInWorld) addToWorld(*object);
    return true;
}

bool Run::addOrRemoveLinks(Choices& random) {
    std::vector<btCollisionShape*> shapes;
    for (const auto& shape : shapes_) {
        if (!shape->isFixed()) shapes.push_back(&shape->shape());
    }
    return std::ranges::any_of(simulations_,
                               [&](const auto& each) { return each->addOrRemoveLinks(random, shapes); });
}

bool Run::addOrRemoveCloth(Choices& random) {
    return std::ranges::any_of(simulations_,
                               [&](const auto& each) { return each->addOrRemoveCloth(random); });
}

void Run::complain(const std::string& what) {
    if (progress_.complaint[0] == '\0') {
        std::snprintf(progress_.complaint, sizeof progress_.complaint, "%s (%s)", what.c_str(),
                      progress_.doing);
    }
}

// FNV-1a
void Run::hash(const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) {
        progress_.hash = (progress_.hash ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211u;
    }
}

std::size_t Run::choose(Choices& random) {
    int total = 0;
    for (const NamedOperation& operation : operations()) total += operation.weight;
    int weight = pick(random, total);
    std::size_t which = 0;
    while (weight >= operations()[which].weight) weight -= operations()[which++].weight;
    return which;
}

void Run::operate(int number) {
    if (which_.withoutOperations.contains(number)) return;
    Choices random = choicesFor(ofOperations, number);
    const std::size_t which = choose(random);
    progress_.operation = number;
    std::snprintf(progress_.doing, sizeof progress_.doing, "%s", operations()[which].name);
    if ((this->*operations()[which].run)(random)) ++progress_.operations[which];
    progress_.operation = -1;
}

void Run::step(int number, double limit) {
    progress_.step = number;
    std::snprintf(progress_.doing, sizeof progress_.doing, "stepping");
    hasDividedByZero_ = false;
    for (const auto& simulation : simulations_) {
        hasDividedByZero_ |= mayDivideByZero(simulation->world());
        simulation->forgetDistances();
        const double before = processorTime();
        simulation->world().stepSimulation(length_.seconds, length_.substeps);
        const double taken = processorTime() - before;
        progress_.slowestStep = std::max(progress_.slowestStep, taken);
        if (taken > limit && simulation->isRegistered())
            complain("a step takes " + std::to_string(taken) + " s of processor time");
        isSpoiltByBullet_ |= simulation->hasContactWithoutNormal();
    }
    std::snprintf(progress_.doing, sizeof progress_.doing, "looking at the state");
    hashState();
    checkState();
    checkStatistics();
}

void Run::hashState() {
    for (const WorldObject& object : objects_) {
        if (!object.object) continue;
        const btTransform& at = object.object->getWorldTransform();
        hash(at.getOrigin());
        for (int row = 0; row < 3; ++row) hash(at.getBasis()[row]);
    }
    for (const auto& simulation : simulations_) {
        btCollisionDispatcher& dispatcher = simulation->dispatcher();
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
            const int count = manifold.getNumContacts();
            hash(&count, sizeof count);
            progress_.contacts += static_cast<std::uint32_t>(count);
            for (int p = 0; p < count; ++p) hash(manifold.getContactPoint(p).getPositionWorldOnB());
        }
        if (const btSoftBody* cloth = simulation->cloth()) {
            for (int i = 0; i < cloth->m_nodes.size(); ++i) hash(cloth->m_nodes[i].m_x);
        }
        if (const btMultiBody* links = simulation->links()) hash(links->getBasePos());
    }
}

void Run::checkState() {
    if (!isExpectedFinite_ || isSpoiltByBullet_) return;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
        const btCollisionObject* object = objects_[i].object.get();
        if (!object || isFinite(object->getWorldTransform())) continue;
        isExpectedFinite_ = false;
        if (hasDividedByZero_) return;
        complain("object " + std::to_string(i) + ", " + shapes_[objects_[i].shape]->kind() +
                 ", is not finite");
    }
}

void Run::checkStatistics() {
    for (const auto& simulation : simulations_) {
        if (!simulation->isRegistered()) continue;
        const Statistics s = statistics(simulation->dispatcher());
        const bool addUp = s.pairs >= 0 && s.roundPairs + s.convexPairs <= s.pairs &&
                           s.facePairs <= s.candidatePairs && s.coarsePairs <= s.pairs &&
                           s.repeatedPairs + s.updatedPairs <= s.pairs && s.facePairs >= 0 &&
                           s.contacts >= 0 && s.boxTests >= 0 && s.triangleTests >= 0 && s.regionBytes >= 0 &&
                           s.regionsCached >= 0;
        if (!addUp) complain("statistics do not add up");
    }
}

}  // namespace

int objectCount(std::uint32_t seed) { return anyObjectCount(choicesFor(seed, ofCase, 1)); }

int operationCount(int steps) { return 2 * steps; }

std::string operationName(std::uint32_t seed, int number) {
    Choices random = choicesFor(seed, ofOperations, number);
    return operationNames()[Run::choose(random)];
}

const std::vector<std::string>& operationNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const auto& operation : Run::operations()) all.push_back(operation.name);
        return all;
    }();
    return names;
}

const std::vector<std::string>& worldNames() { return kWorlds; }

void run(const WorldCase& which, WorldProgress& progress, double secondsPerStep) {
    progress.hash = 14695981039346656037u;
    endAfter(10 * secondsPerStep);
    std::snprintf(progress.doing, sizeof progress.doing, "making the world");
    Run world(which, progress);
    for (int step = 0; step < which.steps && !world.isOver() && progress.complaint[0] == '\0'; ++step) {
        endAfter(10 * secondsPerStep);
        progress.step = step;
        world.operate(2 * step);
        world.operate(2 * step + 1);
        world.step(step, secondsPerStep);
    }
    std::snprintf(progress.doing, sizeof progress.doing, "removing all");
}

}  // namespace ricochet::fuzz
