#pragma once

namespace ricochet::test {

/// Sanitizers or no optimisation: long tests do less then.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
inline constexpr bool kIsSlowBuild = true;
#else
inline constexpr bool kIsSlowBuild = false;
#endif

}  // namespace ricochet::test
