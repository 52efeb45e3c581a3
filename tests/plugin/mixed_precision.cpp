// Asks for what is compiled with the other precision than what it is linked with. Must not link.

#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

int main() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    return ricochet::registerAlgorithms(&dispatcher).empty() ? 0 : 1;
}
