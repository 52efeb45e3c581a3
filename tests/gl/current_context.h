#pragma once

#include "algorithms/gl/context.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace ricochet::gl {

/// Tests with a context that is current.
class CurrentContext : public testing::Test {
protected:
    void SetUp() override {
        auto made = Context::create({4, 5});
        ASSERT_TRUE(made) << made.error().message();
        context_ = std::move(*made);
    }

    std::unique_ptr<Context> context_;
};

}  // namespace ricochet::gl
