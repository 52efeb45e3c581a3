// Ranks of MPI. A separate module, loaded only if mpirun started the program: other runs neither need MPI nor
// wait for its start.

#include "demos/app/ranks/rank_link.h"

#include <deque>
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
    ~MpiLink() override {
        for (Sent& sent : sent_) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
        MPI_Finalize();
    }
    MpiLink(const MpiLink&) = delete;

    int rank() const override { return rank_; }
    int count() const override { return count_; }

    /// Does not block: two ranks that send each other long messages at the same time would deadlock.
    void send(int to, const std::string& text) override {
        Sent& sent = sent_.emplace_back(Sent{text, MPI_REQUEST_NULL});
        MPI_Isend(sent.text.data(), static_cast<int>(sent.text.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD,
                  &sent.request);
    }

    std::optional<Message> receive() override {
        dropWhatHasLeft();
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
    /// A message; stays at its address until it has been sent.
    struct Sent {
        std::string text;
        MPI_Request request;
    };

    void dropWhatHasLeft() {
        for (int hasLeft = 1; !sent_.empty();) {
            MPI_Test(&sent_.front().request, &hasLeft, MPI_STATUS_IGNORE);
            if (hasLeft == 0) return;
            sent_.pop_front();
        }
    }

    std::deque<Sent> sent_;
    int rank_ = 0, count_ = 1;
};

}  // namespace

/// The caller owns the link. Call it once per process.
extern "C" ricochet::app::RankLink* ricochetRankLink() { return new MpiLink; }
