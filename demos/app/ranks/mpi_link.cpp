// Ranks of MPI. A module of its own, which is loaded only where the program was started by mpirun: no other
// run needs MPI or waits for it to start.

#include "demos/app/ranks/rank_link.h"

#include <mpi.h>

namespace {

class MpiLink : public ricochet::app::RankLink {
public:
    MpiLink() {
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &count_);
    }
    ~MpiLink() override { MPI_Finalize(); }
    MpiLink(const MpiLink&) = delete;

    int rank() const override { return rank_; }
    int count() const override { return count_; }

    void send(int to, const std::string& text) override {
        MPI_Send(text.data(), static_cast<int>(text.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD);
    }

    std::optional<Message> receive() override {
        int hasArrived = 0, size = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &hasArrived, &status);
        if (hasArrived == 0) return std::nullopt;
        MPI_Get_count(&status, MPI_BYTE, &size);
        Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
        MPI_Recv(message.text.data(), size, MPI_BYTE, message.from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return message;
    }

private:
    int rank_ = 0, count_ = 1;
};

}  // namespace

/// The caller owns it. Once a process.
extern "C" ricochet::app::RankLink* ricochetRankLink() { return new MpiLink; }
