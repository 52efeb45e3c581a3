#include "tests/fuzz/fuzzer.h"

#include "demos/app/program.h"
#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>
#include <sstream>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ricochet::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// Shared between the reading process and the one that monitors it.
struct Shared {
    std::atomic<std::uint32_t> current;  ///< the case that is being read
    std::atomic<Clock::rep> began;       ///< when reading it began
    std::atomic<std::uint32_t> meshes, sentences;
    std::atomic<bool> hasComplaint;  ///< about the current case; the reader ends then
    char complaint[400];
};

class SharedPage {
public:
    SharedPage() {
        void* page = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) throw std::runtime_error("no shared memory");
        shared_ = new (page) Shared{};
    }
    ~SharedPage() { munmap(shared_, sizeof(Shared)); }
    SharedPage(const SharedPage&) = delete;
    SharedPage& operator=(const SharedPage&) = delete;
    Shared* operator->() const { return shared_; }

private:
    Shared* shared_;
};

/// A temporary folder, removed with the object.
class Folder {
public:
    Folder() : path_(std::filesystem::temp_directory_path() / ("ricochet_fuzz_" + std::to_string(getpid()))) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string write(const std::string& name, const std::string& bytes) const {
        const std::filesystem::path file = path_ / name;
        std::ofstream(file, std::ios::binary) << bytes;
        return file.string();
    }

private:
    std::filesystem::path path_;
};

int runSilently(std::vector<std::string> arguments, std::string& error) {
    arguments.insert(arguments.begin(), "ricochet");
    std::vector<char*> argv;
    for (std::string& word : arguments) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::ostringstream out, err;
    std::streambuf *const cout = std::cout.rdbuf(out.rdbuf()), *const cerr = std::cerr.rdbuf(err.rdbuf());
    const int exitCode =
        app::runProgram(app::ricochetProgram(), static_cast<int>(arguments.size()), argv.data());
    std::cout.rdbuf(cout);
    std::cerr.rdbuf(cerr);
    error = err.str();
    return exitCode;
}

bool isOneClearLine(const std::string& error) {
    constexpr std::size_t kLongest = 1000;
    const bool isPrintable = std::all_of(error.begin(), error.end(),
                                         [](unsigned char c) { return c == '\n' || (c >= ' ' && c < 127); });
    return isPrintable && error.size() < kLongest && error.starts_with("ricochet: ") &&
           std::count(error.begin(), error.end(), '\n') == 1;
}

class Fuzzer {
public:
    explicit Fuzzer(const FuzzOptions& options) : options_(options) {
        for (const Seed& seed :
             seeds(folder_.write("other.obj", kOtherMesh), folder_.write("good.poses", kPoses))) {
            if (seed.name.starts_with(options.only)) seeds_.push_back(seed);
        }
        if (seeds_.empty()) throw std::runtime_error("there is no seed '" + options.only + "'");
    }

    FuzzResult run() {
        const std::uint32_t end = options_.first + options_.count;
        for (std::uint32_t next = options_.first; next < end; next = shared_->current + 1) {
            shared_->current = next;
            shared_->began = now();
            shared_->hasComplaint = false;
            const pid_t reader = fork();
            if (reader < 0) throw std::runtime_error("no process can be started");
            if (reader == 0) readFrom(next, end);
            if (completes(reader)) break;
        }
        result_.meshes = shared_->meshes;
        result_.sentences = shared_->sentences;
        return std::move(result_);
    }

private:
    static Clock::rep now() { return Clock::now().time_since_epoch().count(); }

    const Seed& seedOf(std::uint32_t number) const { return seeds_[number % seeds_.size()]; }

    std::string mutatedFile(std::uint32_t number) const {
        if (!options_.mutates) return seedOf(number).bytes;
        Random random(number);
        return mutated(seedOf(number).bytes, random);
    }

    /// In the child process.
    [[noreturn]] void readFrom(std::uint32_t next, std::uint32_t end) {
        const rlimit noCore = {0, 0}, memory = {options_.bytes, options_.bytes};
        setrlimit(RLIMIT_CORE, &noCore);
        if (options_.bytes > 0) setrlimit(RLIMIT_AS, &memory);
        for (; next < end; ++next) {
            shared_->current = next;
            shared_->began = now();
            const std::string complaint = complaintAbout(next);
            if (complaint.empty()) continue;
            std::snprintf(shared_->complaint, sizeof shared_->complaint, "%s", complaint.c_str());
            shared_->hasComplaint = true;
            _exit(1);
        }
        _exit(0);
    }

    /// Empty if the outcome is correct.
    std::string complaintAbout(std::uint32_t number) {
        const Seed& seed = seedOf(number);
        const std::string file = folder_.write("mutated" + seed.suffix, mutatedFile(number));
        std::vector<std::string> arguments = seed.arguments;
        std::replace(arguments.begin(), arguments.end(), std::string("FILE"), file);
        std::string error;
        try {
            const int exitCode = runSilently(arguments, error);
            const bool isGood = error.empty();
            ++(isGood ? shared_->meshes : shared_->sentences);
            if (isGood || (exitCode == 1 && isOneClearLine(error))) return "";
            return "exit code " + std::to_string(exitCode) + ", with the message: " + error;
        } catch (const std::exception& thrown) {
            return std::string("threw ") + thrown.what();
        }
    }

    /// Waits for the reader. Whether it completed all cases; else the current one has failed.
    bool completes(pid_t reader) {
        int status = 0;
        while (waitpid(reader, &status, WNOHANG) == 0) {
            const std::chrono::duration<double> taken(Clock::duration(now() - shared_->began));
            if (taken.count() > options_.seconds) {
                kill(reader, SIGKILL);
                waitpid(reader, &status, 0);
                add("took longer than " + std::to_string(options_.seconds) + " s");
                return false;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
        if (shared_->hasComplaint) {
            add(shared_->complaint);
        } else {
            add(WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                    : "exit code " + std::to_string(WEXITSTATUS(status)));
        }
        return false;
    }

    void add(const std::string& what) {
        const std::uint32_t number = shared_->current;
        result_.failures.push_back({number, seedOf(number).name, what});
        if (!options_.keepsFailures) return;
        const auto path = std::filesystem::temp_directory_path() /
                          ("ricochet_fuzz_" + std::to_string(number) + seedOf(number).suffix);
        std::ofstream(path, std::ios::binary) << mutatedFile(number);
    }

    FuzzOptions options_;
    Folder folder_;
    SharedPage shared_;
    std::vector<Seed> seeds_;
    FuzzResult result_;
};

}  // namespace

FuzzResult fuzz(const FuzzOptions& options) { return Fuzzer(options).run(); }

}  // namespace ricochet::fuzz
