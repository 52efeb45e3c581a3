// Stands for Bullet of another version: the library, of which a program calls no more than this, and the
// program.

#include <cstdio>

struct btCollisionConfiguration;
struct __attribute__((visibility("default"))) btCollisionDispatcher {
    explicit btCollisionDispatcher(btCollisionConfiguration*);
    ~btCollisionDispatcher();
    int used = 0;
};

#ifdef IS_LIBRARY
btCollisionDispatcher::btCollisionDispatcher(btCollisionConfiguration*) : used(1) {}
btCollisionDispatcher::~btCollisionDispatcher() { std::printf("dispatcher %d\n", used); }
#else
int main() { btCollisionDispatcher dispatcher(nullptr); }
#endif
