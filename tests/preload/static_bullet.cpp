// What a program with Bullet in it looks like from outside: a class of that name of its own.

#include <cstdio>

class btCollisionDispatcher {
public:
    virtual ~btCollisionDispatcher();
};
btCollisionDispatcher::~btCollisionDispatcher() { std::puts("the program's own"); }

int main() { const btCollisionDispatcher dispatcher; }
