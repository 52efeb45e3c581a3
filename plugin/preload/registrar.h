#pragma once

// What the registrar of one precision, libricochet-preload-float.so or -double.so, offers to the preloaded
// library, which is of no precision and finds these functions by name.

extern "C" {

/// Our algorithms for this btCollisionDispatcher, as the environment says. Null, or one sentence that says
/// why Bullet's own stay; it lives until the next call.
const char* ricochetPreloadRegister(void* dispatcher);

/// Before the dispatcher is destroyed.
void ricochetPreloadUnregister(void* dispatcher);

/// "narrow phase wide-tree, float Bullet": what was registered last.
const char* ricochetPreloadDescription();

/// "3.24": of the Bullet that it was compiled with.
const char* ricochetPreloadBulletVersion();
}
