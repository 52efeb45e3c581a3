#pragma once

#include "algorithms/geometry/types.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ricochet::app {

/// Answers to numbered questions, received in any order and written in the order of the questions, one line
/// each, as one JSON array. Until all are complete they are in PATH.partial, with which another run can
/// continue. Thread-safe unless stated otherwise.
class AnswerFile {
public:
    struct Settings {
        std::string path;         ///< empty: no file
        std::string fingerprint;  ///< of the questions: partial answers with another one are rejected
        std::size_t count = 0;    ///< of questions
        bool resumes = false;     ///< continues PATH.partial, if it exists
    };
    /// An error if PATH.partial belongs to another run, or to other questions.
    static Result<std::unique_ptr<AnswerFile>> open(const Settings& settings);
    /// The partial file of an earlier run; an error if there is none, or it still runs.
    static Result<std::unique_ptr<AnswerFile>> openLeft(Settings settings);
    ~AnswerFile();
    AnswerFile(const AnswerFile&) = delete;

    /// An answer is one line of JSON. Repeated answers are dropped.
    Result<void> add(std::size_t question, const std::string& answer);
    std::vector<std::size_t> unanswered() const;
    /// Call it when all answers are complete and no thread adds more: writes PATH and removes PATH.partial.
    Result<void> finish();
    const std::vector<std::string>& answers() const { return answers_; }  ///< not thread-safe

    /// "motions 3, 7-9 of 12 are unanswered", counted from 1: the message of a run that ends early. An error
    /// if it has been printed already.
    Result<std::string> sayWhatIsMissing();

private:
    explicit AnswerFile(const Settings& settings) : settings_(settings), answers_(settings.count) {}
    Result<void> openPartial();
    Result<void> begin();
    Result<void> readPartial();
    Result<void> append(const std::string& line);
    std::string partialPath() const { return settings_.path + ".partial"; }

    Settings settings_;
    std::vector<std::string> answers_;
    int partial_ = -1;  ///< locked while it is open
    bool isEndSaid_ = false;
    mutable std::mutex mutex_;
};

}  // namespace ricochet::app
