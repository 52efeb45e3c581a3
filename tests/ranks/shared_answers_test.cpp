// Ranks are threads here: the queue does not depend on MPI.
#include "demos/app/ranks/shared_answers.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <thread>

namespace ricochet::app::test {
namespace {

using testing::HasSubstr;

/// Mailboxes, one per rank.
struct Boxes {
    explicit Boxes(int ranks) : messages(static_cast<std::size_t>(ranks)) {}
    std::mutex mutex;
    std::vector<std::deque<RankLink::Message>> messages;
};

class ThreadLink : public RankLink {
public:
    ThreadLink(Boxes& boxes, int rank) : boxes_(boxes), rank_(rank) {}
    int rank() const override { return rank_; }
    int count() const override { return static_cast<int>(boxes_.messages.size()); }
    void send(int to, const std::string& text) override {
        const std::lock_guard lock(boxes_.mutex);
        boxes_.messages[static_cast<std::size_t>(to)].push_back({rank_, text});
    }
    std::optional<Message> receive() override {
        const std::lock_guard lock(boxes_.mutex);
        auto& mine = boxes_.messages[static_cast<std::size_t>(rank_)];
        if (mine.empty()) return std::nullopt;
        Message message = std::move(mine.front());
        mine.pop_front();
        return message;
    }

private:
    Boxes& boxes_;
    int rank_;
};

std::string answerOf(std::size_t question) { return "{\"n\":" + std::to_string(question) + "}"; }

/// The ranks of a run: `answer(rank, question)`, and the fingerprint of the questions of each rank.
struct Ranks {
    std::function<Result<std::string>(int, std::size_t)> answer;
    std::vector<std::string> fingerprints = {};
    std::string errorOfLast = {};

    Result<void> run(int count, AnswerFile& file) {
        Boxes boxes(count);
        std::vector<std::thread> others;
        for (int rank = 1; rank < count; ++rank) {
            others.emplace_back([&, rank] {
                ThreadLink link(boxes, rank);
                answerForOthers(
                    link, fingerprintOf(rank), [&](std::size_t q) { return answer(rank, q); },
                    rank + 1 == count ? errorOfLast : "");
            });
        }
        ThreadLink link(boxes, 0);
        const auto good =
            answerWithOthers(link, file, fingerprintOf(0), [&](std::size_t q) { return answer(0, q); });
        for (std::thread& other : others) other.join();
        for (const auto& left : boxes.messages) EXPECT_TRUE(left.empty());
        return good;
    }
    std::string fingerprintOf(int rank) const {
        return fingerprints.empty() ? "same" : fingerprints[static_cast<std::size_t>(rank)];
    }
};

std::unique_ptr<AnswerFile> fileOf(std::size_t count) {
    return AnswerFile::open({"", "same", count, false}).value();
}

TEST(SharedAnswers, EachQuestionIsAnsweredOnceByAnyNumberOfRanks) {
    for (int count : {1, 2, 4}) {
        for (std::size_t questions : {0, 1, 3, 500}) {
            const auto file = fileOf(questions);
            std::vector<std::atomic<int>> asked(questions);
            Ranks ranks{.answer = [&](int, std::size_t q) -> Result<std::string> {
                ++asked[q];
                return answerOf(q);
            }};
            ASSERT_TRUE(ranks.run(count, *file));
            for (std::size_t q = 0; q < questions; ++q) {
                EXPECT_EQ(asked[q], 1) << q;
                EXPECT_EQ(file->answers()[q], answerOf(q));
            }
        }
    }
}

TEST(SharedAnswers, RanksThatAreFasterAnswerMore) {
    const auto file = fileOf(400);
    std::array<std::atomic<int>, 3> answered{};
    Ranks ranks{.answer = [&](int rank, std::size_t q) -> Result<std::string> {
        ++answered[static_cast<std::size_t>(rank)];
        std::this_thread::sleep_for(std::chrono::microseconds(rank == 2 ? 20'000 : 200));
        return answerOf(q);
    }};
    ASSERT_TRUE(ranks.run(3, *file));
    EXPECT_GT(answered[1], answered[2]);
    EXPECT_GT(answered[0], answered[2]);
    EXPECT_GT(answered[2], 0);
}

TEST(SharedAnswers, AnErrorOfAnyRankEndsThemAll) {
    constexpr int kQuestions = 100'000;  // all of them take ten seconds
    for (int failing : {0, 1, 2}) {
        const auto file = fileOf(kQuestions);
        std::atomic<int> answered = 0;
        std::atomic<bool> hasFailed = false;
        Ranks ranks{.answer = [&](int rank, std::size_t q) -> Result<std::string> {
            if (rank == failing) {
                hasFailed = true;
                return tl::unexpected(std::string("leaf 7 is damaged"));
            }
            while (!hasFailed) std::this_thread::yield();
            ++answered;
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            return answerOf(q);
        }};
        const auto good = ranks.run(3, *file);
        ASSERT_FALSE(good) << failing;
        EXPECT_EQ(good.error(), "leaf 7 is damaged");
        EXPECT_LT(answered, kQuestions / 2);
    }
}

TEST(SharedAnswers, ARankThatCannotBeginOrHasOtherFilesIsNamed) {
    const auto answer = [](int, std::size_t q) -> Result<std::string> { return answerOf(q); };
    Ranks noFile{.answer = answer, .errorOfLast = "ship.mkt: the file cannot be read"};
    EXPECT_EQ(noFile.run(3, *fileOf(50)).error(), "ship.mkt: the file cannot be read");
    Ranks otherFile{.answer = answer, .fingerprints = {"same", "same", "other"}};
    EXPECT_THAT(otherFile.run(3, *fileOf(50)).error(), HasSubstr("rank 2 has another world"));
}

TEST(SharedAnswers, RankThatLeadsAndCannotBeginStopsTheOthers) {
    Boxes boxes(2);
    std::thread other([&] {
        ThreadLink link(boxes, 1);
        answerForOthers(link, "same", [](std::size_t q) -> Result<std::string> { return answerOf(q); });
    });
    ThreadLink link(boxes, 0);
    stopOthers(link);
    other.join();
}

}  // namespace
}  // namespace ricochet::app::test
