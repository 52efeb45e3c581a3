#pragma once

#include "demos/app/ranks/answer_file.h"
#include "demos/app/ranks/rank_link.h"

#include <functional>

namespace ricochet::app {

/// Answers one question with a line of JSON. Called by one thread of each rank.
using AnswerQuestion = std::function<Result<std::string>(std::size_t question)>;

/// Answers all that is unanswered, alone.
Result<void> answerAlone(AnswerFile& file, const AnswerQuestion& answer);

/// Rank 0: answers all that is unanswered, and hands out the questions: a few at a time, fewer toward the
/// end, to any rank that has none left. Tells the other ranks when to stop. An error that a rank has ends
/// them all.
Result<void> answerWithOthers(RankLink& link, AnswerFile& file, const std::string& fingerprint,
                              const AnswerQuestion& answer);

/// Another rank: answers what it is given until it is told to stop. A rank that cannot begin has `error`.
void answerForOthers(RankLink& link, const std::string& fingerprint, const AnswerQuestion& answer,
                     const std::string& error = {});

/// Rank 0, where it cannot begin.
void stopOthers(RankLink& link);

}  // namespace ricochet::app
