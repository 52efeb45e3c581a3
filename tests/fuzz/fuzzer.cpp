#include "tests/fuzz/fuzzer.h"

#include "demos/app/program.h"
#include "tests/fuzz/library_seeds.h"
#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
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
    std::atomic<double> processorTime;   ///< of the reader, seconds, when reading it began
    std::atomic<std::uint32_t> read, rejected;
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

/// Assimp's memory is limited by the program itself.
bool speaksOfMemory(const std::string& error) {
    return error.find("memory") != std::string::npos &&
           error.find("its reader ran out of memory") == std::string::npos;
}

/// Bytes of address space that this process uses.
std::size_t addressSpace() {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

class Fuzzer {
public:
    explicit Fuzzer(const FuzzOptions& options) : options_(options) {
        const Companions with = {.mesh = folder_.write("other.obj", kOtherMesh),
                                 .poses = folder_.write("good.poses", kPoses),
                                 .motions = folder_.write("good.motions", kMotions),
                                 .world = folder_.write("good.mkt", worldBytes())};
        add(seeds(with));
        if (!options.labelledFolder.empty()) add(labelledSeeds(options.labelledFolder, with));
        if (seeds_.empty()) throw std::runtime_error("there is no seed '" + options.kind + "'");
    }

    FuzzResult run() {
        const std::uint32_t end = options_.first + options_.count;
        if (options_.minutes > 0)
            last_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(60 * options_.minutes));
        for (std::uint32_t next = options_.first; next < end; next = shared_->current + 1) {
            if (Clock::now() > last_) break;
            begin(next, 0);
            shared_->hasComplaint = false;
            const pid_t reader = fork();
            if (reader < 0) throw std::runtime_error("no process can be started");
            if (reader == 0) readFrom(next, end);
            if (completes(reader)) break;
        }
        result_.read = shared_->read;
        result_.rejected = shared_->rejected;
        return std::move(result_);
    }

private:
    static Clock::rep now() { return Clock::now().time_since_epoch().count(); }

    static double secondsOn(clockid_t clock) {
        timespec time{};
        clock_gettime(clock, &time);
        return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
    }

    void begin(std::uint32_t number, double processorTime) {
        shared_->current = number;
        shared_->processorTime = processorTime;
        shared_->began = now();
    }

    void add(const std::vector<Seed>& given) {
        for (const Seed& seed : given) {
            if (seed.name.starts_with(options_.kind)) seeds_.push_back(seed);
        }
    }

    const Seed& seedOf(std::uint32_t number) const { return seeds_[number % seeds_.size()]; }

    std::string mutatedFile(std::uint32_t number) const {
        if (!options_.mutates) return seedOf(number).bytes;
        Choices random{Random(number)};
        const Seed& seed = seedOf(number);
        const std::string bytes = mutated(seed.bytes, seeds_[random() % seeds_.size()].bytes, random);
        const bool isMended = seed.mend && random() % 4 != 0;
        return isMended ? seed.mend(bytes) : bytes;
    }

    /// In the child process.
    [[noreturn]] void readFrom(std::uint32_t next, std::uint32_t end) {
        const std::size_t most = addressSpace() + options_.bytes;
        const rlimit noCore = {0, 0}, memory = {most, most};
        setrlimit(RLIMIT_CORE, &noCore);
        if (options_.bytes > 0) setrlimit(RLIMIT_AS, &memory);
        for (; next < end && Clock::now() <= last_; ++next) {
            begin(next, secondsOn(CLOCK_PROCESS_CPUTIME_ID));
            const std::string complaint = complaintAbout(next);
            if (complaint.empty()) continue;
            std::snprintf(shared_->complaint, sizeof shared_->complaint, "%s", complaint.c_str());
            shared_->hasComplaint = true;
            _exit(1);
        }
        _exit(0);
    }

    static int read(const Seed& seed, const std::string& file, std::string& error) {
        if (seed.read) {
            const std::string message = seed.read(file);
            if (!message.empty()) error = "ricochet: " + message + "\n";
            return message.empty() ? 0 : 1;
        }
        std::vector<std::string> arguments = seed.arguments;
        for (std::string& word : arguments) {
            if (word.starts_with("FILE")) word.replace(0, 4, file);
        }
        return runSilently(arguments, error);
    }

    /// Empty if the outcome is correct.
    std::string complaintAbout(std::uint32_t number) {
        const Seed& seed = seedOf(number);
        const std::string file = folder_.write("mutated" + seed.suffix, mutatedFile(number));
        std::string error;
        try {
            const int exitCode = read(seed, file, error);
            const bool isGood = error.empty();
            ++(isGood ? shared_->read : shared_->rejected);
            if (isGood || (exitCode == 1 && isOneClearLine(error) && !speaksOfMemory(error))) return "";
            return "exit code " + std::to_string(exitCode) + ", with the message: " + error;
        } catch (const std::exception& thrown) {
            return std::string("threw ") + thrown.what();
        }
    }

    /// More processor time than files may take; or it waits for something.
    bool takesTooLong(pid_t reader) const {
        constexpr double kMostWaits = 20;  // times the limit: other processes may have the processors
        clockid_t clock;
        if (clock_getcpuclockid(reader, &clock) != 0) return false;  // it has ended
        const std::chrono::duration<double> passed(Clock::duration(now() - shared_->began));
        return secondsOn(clock) - shared_->processorTime > options_.seconds ||
               passed.count() > kMostWaits * options_.seconds;
    }

    /// Waits for the reader. Whether it completed all cases; else the current one has failed.
    bool completes(pid_t reader) {
        int status = 0;
        while (waitpid(reader, &status, WNOHANG) == 0) {
            if (takesTooLong(reader)) {
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
    Clock::time_point last_ = Clock::time_point::max();  ///< no case begins later
    Folder folder_;
    SharedPage shared_;
    std::vector<Seed> seeds_;
    FuzzResult result_;
};

}  // namespace

FuzzResult fuzz(const FuzzOptions& options) { return Fuzzer(options).run(); }

}  // namespace ricochet::fuzz
