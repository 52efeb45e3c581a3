#pragma once

// What the shared library exports: every function and class of the public headers that has a definition
// elsewhere. RICOCHET_HIDDEN: what is private in an exported class. Windows has the archive alone.
#ifdef _WIN32
#define RICOCHET_API
#define RICOCHET_HIDDEN
#else
#define RICOCHET_API __attribute__((visibility("default")))
#define RICOCHET_HIDDEN __attribute__((visibility("hidden")))
#endif
