#pragma once

#include <new>

namespace ricochet::faults {

// Replaces the global operator new of a program that has failing_new.cpp.

/// From now on the call with this number, counted from 0, throws std::bad_alloc, in whatever thread it is.
/// Those before and after it do not.
void failAllocation(long long number);

/// Ends that. Whether such a call came.
bool stopFailing();

/// Calls of operator new in the program up to now.
long long allocationCount();

}  // namespace ricochet::faults
