#pragma once

#include <cstdint>
#include <string>

namespace ricochet::app {

// Numbers as a person reads them: three digits and a unit.

std::string threeDigits(double value);
std::string lengthText(double metres);        ///< "12.3 mm"
std::string massText(double kilograms);       ///< "450 g"
std::string timeText(double milliseconds);    ///< "61.4 us"
std::string countText(std::uintmax_t count);  ///< "143,690"

}  // namespace ricochet::app
