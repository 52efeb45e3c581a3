#pragma once

class btCollisionConfiguration;

namespace ricochet::preload {

/// Makes a dispatcher of a class of ours in the memory of a btCollisionDispatcher.
void makeHookedDispatcher(void* memory, btCollisionConfiguration* configuration);

/// Call it before one is destroyed; other dispatchers are ignored.
void forgetHookedDispatcher(const void* dispatcher);

}  // namespace ricochet::preload
