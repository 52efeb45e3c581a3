// One queue of questions for all ranks: rank 0 owns it, and answers in a second thread. Each rank has two
// portions, so that it works on one while the next is in transit.

#include "demos/app/ranks/shared_answers.h"

#include "demos/mesh_files/words.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <span>
#include <thread>
#include <utility>

namespace ricochet::app {
namespace {

constexpr std::size_t kMostInPortion = 1024;
constexpr std::size_t kOwnPortion = 32;  // of rank 0, which never waits
constexpr std::chrono::milliseconds kShortPortion(50), kLongPortion(200);
constexpr std::size_t kPortionsLeft = 8;  // number of portions in a rank's share of the remaining questions
constexpr int kPortionsHeld = 2;
constexpr std::chrono::microseconds kPause(100);  // between polls for messages

// First letters of messages.
constexpr char kHello = 'H';      // the files' fingerprint follows
constexpr char kAnswers = 'A';    // lines: number and answer
constexpr char kErrorText = 'E';  // an error message
constexpr char kWork = 'W';       // numbers
constexpr char kStop = 'S';
constexpr char kBye = 'B';  // the last message of a rank: it stops

class Queue {
public:
    Queue(std::vector<std::size_t> questions, int ranks)
        : questions_(std::move(questions)), ranks_(static_cast<std::size_t>(ranks)) {}

    /// Takes up to `maximum` questions, fewer towards the end; empty if none are left. Valid as long as this.
    std::span<const std::size_t> take(std::size_t maximum) {
        const std::lock_guard lock(mutex_);
        const std::size_t left = questions_.size() - next_;
        const std::size_t share = std::max(left / (kPortionsLeft * ranks_), std::size_t{1});
        const std::size_t count = std::min({left, share, maximum});
        return std::span(questions_).subspan(std::exchange(next_, next_ + count), count);
    }

private:
    const std::vector<std::size_t> questions_;
    std::size_t ranks_, next_ = 0;
    std::mutex mutex_;
};

std::string workMessage(std::span<const std::size_t> questions) {
    std::string text(1, kWork);
    for (std::size_t question : questions) text.append(" ").append(std::to_string(question));
    return text;
}

/// Progress of rank 0's own answers, and whether it must stop.
struct OwnWork {
    std::atomic<bool> isDone{false}, hasFailed{false}, mustStop{false};
};

/// Size of a rank's portions, so that each takes 50 to 200 ms.
class Pace {
public:
    std::size_t portion() const { return portion_; }

    /// Call it when a portion was answered.
    void tick() {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < kShortPortion) portion_ = std::min(2 * portion_, kMostInPortion);
        if (now - last_ > kLongPortion) portion_ = std::max(portion_ / 2, std::size_t{1});
        last_ = now;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::size_t portion_ = 4;
};

/// Rank 0's service for the other ranks.
class Server {
public:
    Server(RankLink& link, AnswerFile& file, Queue& queue, std::string fingerprint)
        : link_(link),
          file_(file),
          queue_(queue),
          fingerprint_(std::move(fingerprint)),
          paces_(static_cast<std::size_t>(link.count())) {}

    /// Serves until all ranks are done or one has an error.
    Result<void> serve(const OwnWork& own) {
        while (!own.hasFailed && (!own.isDone || awaited_ > 0 || greeted_ + 1 < link_.count())) {
            const std::optional<RankLink::Message> message = link_.receive();
            if (!message) {
                std::this_thread::sleep_for(kPause);
                continue;
            }
            const auto good = take(*message);
            if (!good) return good;
        }
        return {};
    }

private:
    Result<void> take(const RankLink::Message& message) {
        std::string_view text = message.text;
        const char kind = text.front();
        text.remove_prefix(1);
        if (kind == kErrorText) return tl::unexpected(std::string(text));
        if (kind == kHello) {
            ++greeted_;
            if (text != fingerprint_) {
                return tl::unexpected("rank " + std::to_string(message.from) +
                                      " has another world, body or list of motions than rank 0");
            }
            for (int i = 0; i < kPortionsHeld; ++i) giveWork(message.from);
            return {};
        }
        --awaited_;
        paces_[static_cast<std::size_t>(message.from)].tick();
        giveWork(message.from);
        while (!text.empty()) {
            std::string_view line = nextLine(text);
            const std::optional<std::size_t> question = numberIn<std::size_t>(nextWord(line));
            const auto good = file_.add(question.value(), std::string(line.substr(1)));
            if (!good) return good;
        }
        return {};
    }

    void giveWork(int to) {
        const std::span<const std::size_t> questions =
            queue_.take(paces_[static_cast<std::size_t>(to)].portion());
        if (questions.empty()) return;
        link_.send(to, workMessage(questions));
        ++awaited_;
    }

    RankLink& link_;
    AnswerFile& file_;
    Queue& queue_;
    std::string fingerprint_;
    std::vector<Pace> paces_;
    int awaited_ = 0, greeted_ = 0;
};

/// The answers to a portion as one message.
std::string answersTo(std::string_view numbers, const AnswerQuestion& answer) {
    std::string text(1, kAnswers);
    for (std::string_view word = nextWord(numbers); !word.empty(); word = nextWord(numbers)) {
        const auto line = answer(numberIn<std::size_t>(word).value());
        if (!line) return std::string(1, kErrorText) + line.error();
        text.append(word).append(" ").append(*line).append("\n");
    }
    return text;
}

Result<void> answerThese(std::span<const std::size_t> questions, AnswerFile& file,
                         const AnswerQuestion& answer) {
    for (std::size_t question : questions) {
        const auto line = answer(question);
        if (!line) return tl::unexpected(line.error());
        const auto good = file.add(question, *line);
        if (!good) return good;
    }
    return {};
}

/// Rank 0's own answers.
Result<void> answerFrom(Queue& queue, AnswerFile& file, const AnswerQuestion& answer,
                        const std::atomic<bool>& mustStop) {
    for (auto portion = queue.take(kOwnPortion); !portion.empty() && !mustStop;
         portion = queue.take(kOwnPortion)) {
        const auto good = answerThese(portion, file, answer);
        if (!good) return good;
    }
    return {};
}

}  // namespace

Result<void> answerAlone(AnswerFile& file, const AnswerQuestion& answer) {
    return answerThese(file.unanswered(), file, answer);
}

Result<void> answerWithOthers(RankLink& link, AnswerFile& file, const std::string& fingerprint,
                              const AnswerQuestion& answer) {
    Queue queue(file.unanswered(), link.count());
    OwnWork own;
    Result<void> mine;
    std::thread worker([&] {
        mine = answerFrom(queue, file, answer, own.mustStop);
        own.hasFailed = !mine;
        own.isDone = true;
    });
    const Result<void> others = Server(link, file, queue, fingerprint).serve(own);
    own.mustStop = true;
    worker.join();
    stopOthers(link);
    return mine ? others : mine;
}

void answerForOthers(RankLink& link, const std::string& fingerprint, const AnswerQuestion& answer,
                     const std::string& error) {
    link.send(0, error.empty() ? std::string(1, kHello) + fingerprint : std::string(1, kErrorText) + error);
    std::deque<std::string> portions;
    while (true) {
        // Reads all messages before the next portion: one may be the order to stop.
        while (const auto message = link.receive()) {
            if (message->text.front() == kStop) return link.send(0, std::string(1, kBye));
            portions.push_back(message->text.substr(1));
        }
        if (portions.empty()) {
            std::this_thread::sleep_for(kPause);
            continue;
        }
        link.send(0, answersTo(portions.front(), answer));
        portions.pop_front();
    }
}

void stopOthers(RankLink& link) {
    for (int rank = 1; rank < link.count(); ++rank) link.send(rank, std::string(1, kStop));
    // A rank may be waiting for its answers to be received.
    for (int stopped = 1; stopped < link.count();) {
        const auto message = link.receive();
        if (!message) std::this_thread::sleep_for(kPause);
        stopped += message && message->text.front() == kBye;
    }
}

}  // namespace ricochet::app
