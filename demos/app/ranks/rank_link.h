#pragma once

#include <memory>
#include <optional>
#include <string>

namespace ricochet::app {

/// Communication between the processes that work on one task. For one thread.
class RankLink {
public:
    struct Message {
        int from;
        std::string text;
    };

    virtual ~RankLink() = default;

    virtual int rank() const = 0;  ///< of this process, from 0
    virtual int count() const = 0;
    /// Messages from one rank to another arrive in order.
    virtual void send(int to, const std::string& text) = 0;
    /// A message that has arrived, if any; does not wait.
    virtual std::optional<Message> receive() = 0;
};

}  // namespace ricochet::app
