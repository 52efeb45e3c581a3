#include "demos/app/interruption.h"

#include <csignal>

namespace ricochet::app {
namespace {

volatile std::sig_atomic_t hasInterrupt = 0;

void noteInterrupt(int) {
    hasInterrupt = 1;
    std::signal(SIGINT, SIG_DFL);
}

}  // namespace

Interruption::Interruption() {
    hasInterrupt = 0;
    before_ = std::signal(SIGINT, noteInterrupt);
}

Interruption::~Interruption() { std::signal(SIGINT, before_); }

bool Interruption::hasCome() const { return hasInterrupt != 0; }

}  // namespace ricochet::app
