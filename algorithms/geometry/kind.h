#pragma once

#include <type_traits>

namespace ricochet {

/// Which class of ours an object is of; the object stores it. dynamic_cast takes as long as a small query,
/// and needs run-time type information, without which programs are often compiled.
class Kind {
public:
    template <class T>
    static Kind of() {
        return Kind(&mark<T>);
    }
    bool operator==(const Kind&) const = default;

private:
    /// A class is known by the address. Not constant: linkers may merge equal constants.
    template <class T>
    static inline char mark = 0;

    explicit Kind(const char* address) : address_(address) {}

    const char* address_;
};

/// The object as a `T`; null if there is none, or if it is of another class.
template <class T, class Base>
auto asKind(Base* object) {
    static_assert(std::is_final_v<T>);
    using Found = std::conditional_t<std::is_const_v<Base>, const T, T>;
    return object && object->kind() == Kind::of<T>() ? static_cast<Found*>(object) : nullptr;
}

}  // namespace ricochet
