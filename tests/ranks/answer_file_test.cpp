#include "demos/app/ranks/answer_file.h"

#include "demos/mesh_files/file_bytes.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <unistd.h>

namespace ricochet::app::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class AnswerFileTest : public testing::Test {
protected:
    AnswerFileTest() {
        std::string name = testing::TempDir() + "answers-XXXXXX";
        folder = mkdtemp(name.data());
        settings = {(folder / "out.json").string(), "questions 1", 5, false};
    }
    ~AnswerFileTest() override { std::filesystem::remove_all(folder); }

    std::unique_ptr<AnswerFile> opened(bool resumes) {
        settings.resumes = resumes;
        auto file = AnswerFile::open(settings);
        EXPECT_TRUE(file) << file.error();
        return std::move(*file);
    }
    std::string partial() const { return settings.path + ".partial"; }

    std::filesystem::path folder;
    AnswerFile::Settings settings;
};

TEST_F(AnswerFileTest, IsInTheOrderOfTheQuestionsForAnyOrderOfAnswers) {
    const auto file = opened(false);
    for (std::size_t question : {3, 0, 4, 1, 2}) {
        ASSERT_TRUE(file->add(question, "{\"n\":" + std::to_string(question) + "}"));
    }
    EXPECT_THAT(file->unanswered(), ElementsAre());
    ASSERT_TRUE(file->finish());
    EXPECT_EQ(*bytesOfFile(settings.path),
              "[\n{\"n\":0},\n{\"n\":1},\n{\"n\":2},\n{\"n\":3},\n{\"n\":4}\n]\n");
    EXPECT_FALSE(std::filesystem::exists(partial()));
}

TEST_F(AnswerFileTest, ContinuesAnInterruptedRun) {
    ASSERT_TRUE(opened(false)->add(2, "{\"n\":2}"));
    std::ofstream(partial(), std::ios::app) << "3 {\"n\"";  // it died while it wrote
    {
        const auto file = opened(true);
        EXPECT_THAT(file->unanswered(), ElementsAre(0, 1, 3, 4));
        ASSERT_TRUE(file->add(3, "{\"n\":3}"));
    }
    EXPECT_THAT(opened(true)->unanswered(), ElementsAre(0, 1, 4));
    EXPECT_THAT(opened(false)->unanswered(), ElementsAre(0, 1, 2, 3, 4));
}

TEST_F(AnswerFileTest, RefusesFilesOfOtherQuestionsInUseOrDamaged) {
    {
        const auto file = opened(false);
        const auto other = AnswerFile::open(settings);
        ASSERT_FALSE(other);
        EXPECT_THAT(other.error(), HasSubstr("another run writes it"));
    }
    settings.resumes = true;
    settings.fingerprint = "questions 2";
    EXPECT_THAT(AnswerFile::open(settings).error(), HasSubstr("another world, body, method or list"));
    settings.fingerprint = "questions 1";
    for (const char* line : {"7 {}\n", "x {}\n", "1\n"}) {
        std::ofstream(partial()) << "questions 1\n" << line;
        EXPECT_THAT(AnswerFile::open(settings).error(), HasSubstr("it is damaged")) << line;
    }
}

TEST_F(AnswerFileTest, ReportsMissingAnswersOnce) {
    EXPECT_FALSE(AnswerFile::openLeft(settings));
    {
        const auto file = opened(false);
        ASSERT_TRUE(file->add(1, "{}"));
        EXPECT_FALSE(AnswerFile::openLeft(settings));  // it still runs
    }
    EXPECT_EQ(*AnswerFile::openLeft(settings).value()->sayWhatIsMissing(),
              "motions 1, 3-5 of 5 are unanswered");
    EXPECT_FALSE(AnswerFile::openLeft(settings).value()->sayWhatIsMissing());
    // The next run may print it again.
    EXPECT_EQ(*opened(true)->sayWhatIsMissing(), "motions 1, 3-5 of 5 are unanswered");
}

TEST_F(AnswerFileTest, WritesDevicesDirectly) {
    settings.path = "/dev/null";
    const auto file = opened(false);
    for (std::size_t i = 0; i < 5; ++i) ASSERT_TRUE(file->add(i, "{}"));
    EXPECT_TRUE(file->finish());
    EXPECT_FALSE(std::filesystem::exists("/dev/null.partial"));
}

}  // namespace
}  // namespace ricochet::app::test
