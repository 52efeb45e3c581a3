#pragma once

// What the shared library exports: every function and class of the public headers that has a definition
// elsewhere.
#define RICOCHET_API __attribute__((visibility("default")))

// What is private in an exported class.
#define RICOCHET_HIDDEN __attribute__((visibility("hidden")))
