#pragma once

namespace ricochet::app {

/// While one exists, Ctrl-C (SIGINT) ends nothing at once: a run stops after its step, and what it measured
/// is there. A second Ctrl-C ends the program. One at a time.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    bool hasCome() const;

private:
    void (*before_)(int);
};

}  // namespace ricochet::app
