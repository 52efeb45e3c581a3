#pragma once

#include "algorithms/geometry/types.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ricochet::app {

/// Answers to numbered questions, given in any order and written in that of the questions, a line each, as
/// one JSON array. Until all are there they stand in PATH.partial, from which another run goes on.
/// Thread-safe where nothing else is said.
class AnswerFile {
public:
    struct Settings {
        std::string path;         ///< empty: nothing is written
        std::string fingerprint;  ///< of the questions: another one's partial answers are refused
        std::size_t count = 0;    ///< of questions
        bool resumes = false;     ///< goes on from PATH.partial where there is one
    };
    /// An error where PATH.partial is another run's, or that of other questions.
    static Result<std::unique_ptr<AnswerFile>> open(const Settings& settings);
    /// What another run has left; an error where there is none, or it still runs.
    static Result<std::unique_ptr<AnswerFile>> openLeft(Settings settings);
    ~AnswerFile();
    AnswerFile(const AnswerFile&) = delete;

    /// An answer is one line of JSON. One that was there already is dropped.
    Result<void> add(std::size_t question, const std::string& answer);
    std::vector<std::size_t> unanswered() const;
    /// Call it when all are there and no thread adds more: writes PATH and removes PATH.partial.
    Result<void> finish();
    const std::vector<std::string>& answers() const { return answers_; }  ///< not thread-safe

    /// "motions 3, 7-9 of 12 are unanswered", counted from 1: what a run that ends early says. An error where
    /// it is said already.
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
