#pragma once

// The interface of the registrar of one precision, libricochet-preload-float.so or -double.so, for the
// preloaded library, which has no precision and finds these functions by name.

extern "C" {

/// Registers our algorithms for this btCollisionDispatcher, with the environment's settings. Null, or the
/// reason why Bullet's own stay; valid until the next call.
const char* ricochetPreloadRegister(void* dispatcher);

/// Call it before the dispatcher is destroyed.
void ricochetPreloadUnregister(void* dispatcher);

/// "narrow phase wide-tree, float Bullet": the last registration.
const char* ricochetPreloadDescription();

/// "3.24": of the Bullet that it was compiled with.
const char* ricochetPreloadBulletVersion();
}
