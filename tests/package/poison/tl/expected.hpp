#error "a user of Ricochet's headers needs no <tl/expected.hpp>"
