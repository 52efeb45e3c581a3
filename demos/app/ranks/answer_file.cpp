#include "demos/app/ranks/answer_file.h"

#include "demos/app/output_file.h"
#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/words.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

namespace ricochet::app {
namespace {

// Lines other than answers.
constexpr const char* kBegun = "begun";
constexpr const char* kEndSaid = "ended";

tl::unexpected<std::string> failure(const std::string& path) {
    return tl::unexpected(path + ": " + std::strerror(errno));
}

/// False for devices, which have no partial file beside them.
bool isOrdinary(const std::string& path) {
    std::error_code error;
    return !path.empty() &&
           (!std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error));
}

/// For example "3, 7-9" for 2, 6, 7, 8: the text counts from 1.
std::string rangesOf(const std::vector<std::size_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        text.append(text.empty() ? "" : ", ").append(std::to_string(numbers[i] + 1));
        if (last > i) text.append("-").append(std::to_string(numbers[last] + 1));
        i = last + 1;
    }
    return text;
}

}  // namespace

Result<std::unique_ptr<AnswerFile>> AnswerFile::open(const Settings& settings) {
    std::unique_ptr<AnswerFile> file(new AnswerFile(settings));
    if (isOrdinary(settings.path)) {
        const auto good = file->openPartial().and_then([&] { return file->begin(); });
        if (!good) return tl::unexpected(good.error());
    }
    return file;
}

Result<std::unique_ptr<AnswerFile>> AnswerFile::openLeft(Settings settings) {
    settings.resumes = true;
    std::unique_ptr<AnswerFile> file(new AnswerFile(settings));
    std::error_code error;
    if (!std::filesystem::exists(file->partialPath(), error)) {
        return tl::unexpected(file->partialPath() + ": nothing is left");
    }
    const auto good = file->openPartial();
    if (!good) return tl::unexpected(good.error());
    return file;
}

AnswerFile::~AnswerFile() {
    if (partial_ >= 0) close(partial_);
}

Result<void> AnswerFile::openPartial() {
    const std::string path = partialPath();
    partial_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (partial_ < 0) return failure(path);
    if (flock(partial_, LOCK_EX | LOCK_NB) != 0) {
        return tl::unexpected(path + ": another run writes it");
    }
    if (settings_.resumes) return readPartial();
    if (ftruncate(partial_, 0) != 0) return failure(path);
    return append(settings_.fingerprint);
}

/// The fingerprint of the questions, then a number and an answer per line. Incomplete lines are ignored.
Result<void> AnswerFile::readPartial() {
    const std::string path = partialPath();
    const Result<std::string> bytes = bytesOfFile(path);
    if (!bytes) return tl::unexpected(bytes.error());
    const std::string_view whole = std::string_view(*bytes).substr(0, bytes->rfind('\n') + 1);
    if (ftruncate(partial_, static_cast<off_t>(whole.size())) != 0 || lseek(partial_, 0, SEEK_END) < 0) {
        return failure(path);
    }
    if (whole.empty()) return append(settings_.fingerprint);
    std::string_view rest = whole;
    if (nextLine(rest) != settings_.fingerprint) {
        return tl::unexpected(path + ": it is of another world, body, method or list of motions");
    }
    while (!rest.empty()) {
        std::string_view line = nextLine(rest);
        isEndSaid_ = line == kEndSaid;
        if (isEndSaid_ || line == kBegun) continue;
        const std::string_view number = nextWord(line);
        const std::optional<std::size_t> question = numberIn<std::size_t>(number);
        if (!question || *question >= answers_.size() || line.size() < 2) {
            return tl::unexpected(path + ": it is damaged");
        }
        answers_[*question] = line.substr(1);
    }
    return {};
}

Result<void> AnswerFile::append(const std::string& line) {
    if (partial_ < 0) return {};
    const std::string text = line + '\n';
    if (write(partial_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        return failure(partialPath());
    }
    return {};
}

/// Starts without answers.
Result<void> AnswerFile::begin() {
    isEndSaid_ = false;
    return append(kBegun);
}

Result<void> AnswerFile::add(std::size_t question, const std::string& answer) {
    const std::lock_guard lock(mutex_);
    if (!answers_[question].empty()) return {};
    answers_[question] = answer;
    return append(std::to_string(question) + " " + answer);
}

std::vector<std::size_t> AnswerFile::unanswered() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < answers_.size(); ++i) {
        if (answers_[i].empty()) missing.push_back(i);
    }
    return missing;
}

Result<void> AnswerFile::finish() {
    if (settings_.path.empty()) return {};
    std::string text = "[";
    for (const std::string& answer : answers_) text.append(text.size() > 1 ? ",\n" : "\n").append(answer);
    const auto written = writeFile(settings_.path, text + "\n]\n");
    if (written && partial_ >= 0) unlink(partialPath().c_str());
    return written;
}

Result<std::string> AnswerFile::sayWhatIsMissing() {
    const std::vector<std::size_t> missing = unanswered();
    const std::lock_guard lock(mutex_);
    if (isEndSaid_) return tl::unexpected(std::string("it is said already"));
    isEndSaid_ = true;
    const auto marked = append(kEndSaid);
    if (!marked) return tl::unexpected(marked.error());
    return "motions " + rangesOf(missing) + " of " + std::to_string(answers_.size()) + " are unanswered";
}

}  // namespace ricochet::app
