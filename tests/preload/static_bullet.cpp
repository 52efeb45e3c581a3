// A program with Bullet linked statically: it defines a class of that name.

#include <cstdio>

class btCollisionDispatcher {
public:
    virtual ~btCollisionDispatcher();
};
btCollisionDispatcher::~btCollisionDispatcher() { std::puts("the program's own"); }

int main() { const btCollisionDispatcher dispatcher; }
