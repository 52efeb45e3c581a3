#pragma once

#include <memory>
#include <optional>
#include <string>

namespace ricochet::app {

/// How one of several processes that work on one question speaks with the others. For one thread.
class RankLink {
public:
    struct Message {
        int from;
        std::string text;
    };

    virtual ~RankLink() = default;

    virtual int rank() const = 0;  ///< which one this is, from 0
    virtual int count() const = 0;
    /// Messages from one rank to another arrive in order.
    virtual void send(int to, const std::string& text) = 0;
    /// What has arrived; does not wait.
    virtual std::optional<Message> receive() = 0;
};

}  // namespace ricochet::app
