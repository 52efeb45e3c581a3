#pragma once

#include "demos/app/ranks/answer_file.h"
#include "demos/app/ranks/rank_link.h"

#include <functional>

namespace ricochet::app {

/// Answers one question with a line of JSON. Called by one thread of each rank.
using AnswerQuestion = std::function<Result<std::string>(std::size_t question)>;

/// Answers all that is unanswered, alone.
Result<void> answerAlone(AnswerFile& file, const AnswerQuestion& answer);

/// Rank 0: distributes the unanswered questions, a few at a time and fewer toward the end, to any rank that
/// has none left, and answers some itself. Sends the other ranks a message to stop. An error of any rank ends
/// all.
Result<void> answerWithOthers(RankLink& link, AnswerFile& file, const std::string& fingerprint,
                              const AnswerQuestion& answer);

/// Another rank: answers the questions that it receives until it gets the message to stop. `error`: of a rank
/// that cannot start.
void answerForOthers(RankLink& link, const std::string& fingerprint, const AnswerQuestion& answer,
                     const std::string& error = {});

/// Rank 0, if it cannot start.
void stopOthers(RankLink& link);

}  // namespace ricochet::app
