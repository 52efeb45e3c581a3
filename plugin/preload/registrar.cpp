#include "plugin/preload/registrar.h"

#include "plugin/preload/environment.h"

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <ricochet/registration.h>

#include <exception>

namespace ricochet::preload {
namespace {

/// The result of the last call; dispatchers are created by one thread at a time.
std::string& answer() {
    static std::string text;
    return text;
}

std::string& description() {
    static std::string text;
    return text;
}

std::string registerAsAsked(btCollisionDispatcher* dispatcher) {
    const Request request = readEnvironment();
    if (!request.error.empty()) return request.error;
    description() = "narrow phase " + request.settings.narrowPhase +
                    (sizeof(btScalar) == sizeof(float) ? ", float Bullet" : ", double Bullet");
    return registerAlgorithms(dispatcher, request.settings);
}

}  // namespace
}  // namespace ricochet::preload

RICOCHET_API const char* ricochetPreloadRegister(void* dispatcher) {
    std::string& answer = ricochet::preload::answer();
    try {
        answer = ricochet::preload::registerAsAsked(static_cast<btCollisionDispatcher*>(dispatcher));
    } catch (const std::exception& error) {
        answer = error.what();
    }
    return answer.empty() ? nullptr : answer.c_str();
}

RICOCHET_API void ricochetPreloadUnregister(void* dispatcher) {
    ricochet::unregisterAlgorithms(static_cast<btCollisionDispatcher*>(dispatcher));
}

RICOCHET_API const char* ricochetPreloadDescription() { return ricochet::preload::description().c_str(); }

RICOCHET_API const char* ricochetPreloadBulletVersion() {
    static const std::string version =
        std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100);
    return version.c_str();
}
