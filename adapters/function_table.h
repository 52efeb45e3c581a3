#pragma once

#include "adapters/precision.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <type_traits>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

// Which class an object is of, where Bullet itself does not tell. Programs, and Bullet, may be compiled
// without run-time type information (-fno-rtti, MSVC's /GR-): dynamic_cast and typeid of an object of theirs
// then crash.
//
// An object with virtual functions begins with the address of its class's table of them, by the ABIs of
// Itanium (GCC, Clang) and of Microsoft; typeid reads the same. Objects with the same table are of the same
// class. The reverse holds if the class has one table in the process: one of Bullet's that defines a virtual
// function in a .cpp file, or one of ours. Another copy of this library in the process has tables of its own,
// so its objects are not ours. Nothing behind the address is read, so the object may be smaller than one of
// the class sought.
//
// A derived class has another table. In it stands the base's function wherever it does not override that one.

/// The addresses of a class's virtual functions, its destructor first.
using FunctionTable = const void* const*;

template <class Object>
FunctionTable functionTable(const Object& object) {
    static_assert(std::is_polymorphic_v<Object>);
    FunctionTable table;
    std::memcpy(&table, static_cast<const void*>(std::addressof(object)), sizeof table);
    return table;
}

/// Whether an object of a program's is of a class that inherits from another one, of which `base` is the
/// table: it is of that class, or its class does not override all of these functions. `numbers`: of functions
/// that the base overrides in a .cpp file, as `Interface` declares them behind its destructor, from 0 on. Not
/// those whose code may be equal to another function's, with which some linkers merge it.
template <class Interface>
bool inheritsFrom(FunctionTable base, std::initializer_list<int> numbers, const Interface& object) {
#ifdef _MSC_VER
    constexpr int kDestructors = 1;
#else
    constexpr int kDestructors = 2;
#endif
    const FunctionTable table = functionTable(object);
    return base && (table == base || std::ranges::any_of(numbers, [&](int number) {
                        return table[kDestructors + number] == base[kDestructors + number];
                    }));
}

/// The table of a class of ours that derives from one of Bullet's: its constructors note it.
template <class T>
class TableOf {
public:
    static void note(const T& made) {
        const FunctionTable table = functionTable(made);
        if (noted_.load(std::memory_order_relaxed) != table) noted_.store(table, std::memory_order_relaxed);
    }
    /// Null if there has been no such object.
    static FunctionTable noted() { return noted_.load(std::memory_order_relaxed); }

private:
    inline static std::atomic<FunctionTable> noted_ = nullptr;
};

/// An object that Bullet refers to, as one of our class `T`; null if there is none, or if it is of another
/// class.
template <class T, class Interface>
auto asOurs(Interface* object) {
    static_assert(std::is_final_v<T>);
    using Found = std::conditional_t<std::is_const_v<Interface>, const T, T>;
    const FunctionTable table = object ? functionTable(*object) : nullptr;
    return table && table == TableOf<T>::noted() ? static_cast<Found*>(object) : nullptr;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
