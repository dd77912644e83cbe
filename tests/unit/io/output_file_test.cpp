// Outputs that appear complete or not at all.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>

#include "codimap/io.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

using Existing = OutputFile::Existing;

class Output : public Scratch {};

TEST_F(Output, AppearsOnlyWhenCommitted) {
  OutputFile out(path("out.csv"), Existing::refuse);
  out.write("1,2\n");
  EXPECT_FALSE(std::filesystem::exists(path("out.csv")));
  EXPECT_EQ(files_in_folder(), 1);
  out.commit();
  EXPECT_EQ(content(path("out.csv")), "1,2\n");
  EXPECT_EQ(files_in_folder(), 1);
}

TEST_F(Output, LeavesNothingBehindWhenDropped) {
  { OutputFile(path("out.csv"), Existing::refuse).write("half"); }
  EXPECT_EQ(files_in_folder(), 0);
}

TEST_F(Output, IsRefusedWhereAFileExists) {  // fault 38
  const auto old = file("out.csv", "old");
  expect_error(ErrorKind::cannot_create, {"out.csv: exists already; use --force to replace it"},
               [&] { OutputFile(old, Existing::refuse); });
  EXPECT_EQ(content(old), "old");
}

TEST_F(Output, ReplacesAtOnceAndKeepsTheOldFileUntilThen) {  // fault 38
  const auto old = file("out.csv", "old");
  std::filesystem::permissions(old, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  { OutputFile(old, Existing::replace).write("dropped"); }
  EXPECT_EQ(content(old), "old");
  OutputFile out(old, Existing::replace);
  out.write("new");
  EXPECT_EQ(content(old), "old");
  out.commit();
  EXPECT_EQ(content(old), "new");
  EXPECT_EQ(files_in_folder(), 1);
  EXPECT_EQ(std::filesystem::status(old).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(Output, DoesNotReplaceAFileThatAppearedMeanwhile) {  // fault 38
  OutputFile out(path("out.csv"), Existing::refuse);
  static_cast<void>(file("out.csv", "someone else's"));
  expect_error(ErrorKind::cannot_create, {"exists already"}, [&] { out.commit(); });
  EXPECT_EQ(content(path("out.csv")), "someone else's");
}

TEST_F(Output, FollowsSymbolicLinks) {
  const auto old = file("real.csv", "old");
  std::filesystem::create_symlink("real.csv", path("link.csv"));
  std::filesystem::create_symlink("fresh.csv", path("dangling.csv"));
  for (const char* link : {"link.csv", "dangling.csv"}) {
    OutputFile out(path(link), Existing::replace);
    out.write("new");
    out.commit();
    EXPECT_TRUE(std::filesystem::is_symlink(path(link)));
  }
  EXPECT_EQ(content(old), "new");
  EXPECT_EQ(content(path("fresh.csv")), "new");
}

TEST_F(Output, IsRefusedWhereItCannotBeCreated) {  // fault 37
  expect_error(ErrorKind::cannot_create, {"none/out.csv: cannot be created: there is no directory"},
               [&] { OutputFile(path("none/out.csv"), Existing::refuse); });
  expect_error(ErrorKind::cannot_create, {"is a directory"}, [&] { OutputFile(folder(), Existing::replace); });
  expect_error(ErrorKind::cannot_create, {"cannot be created"},
               [&] { OutputFile(file("plain", "") / "out.csv", Existing::replace); });
}

TEST_F(Output, IsRefusedInAReadOnlyDirectory) {  // fault 37
  if (::geteuid() == 0) GTEST_SKIP() << "root may write to a read-only directory";
  std::filesystem::create_directory(path("locked"));
  std::filesystem::permissions(path("locked"), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  expect_error(ErrorKind::cannot_create, {"locked"}, [&] { OutputFile(path("locked/out.csv"), Existing::refuse); });
}

TEST_F(Output, ReportsAFullDisk) {  // fault 36
  OutputFile out("/dev/full", Existing::refuse);
  expect_error(ErrorKind::failed_io, {"/dev/full: writing failed: No space left on device"}, [&] {
    out.write("1");
    out.commit();
  });
}

TEST_F(Output, WritesToDevicesWithoutReplacingThem) {
  OutputFile out("/dev/null", Existing::refuse);
  out.write("1");
  out.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(Output, ReportsAClosedPipe) {  // fault 42
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  OutputFile out(path("pipe"), Existing::refuse);
  out.write("heard");
  ::close(reader);
  expect_error(ErrorKind::failed_io, {"pipe: writing failed: Broken pipe"}, [&] { out.write("unheard"); });
  std::signal(SIGPIPE, before);
}

TEST_F(Output, GoesToStandardOutputForADash) {  // fault 42
  testing::internal::CaptureStdout();
  OutputFile out("-", Existing::refuse);
  out.write("1,2\n");
  out.commit();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "1,2\n");
}

TEST_F(Output, MayBeMoved) {
  OutputFile first(path("a b α.csv"), Existing::refuse);
  OutputFile second = std::move(first);
  second.write("1");
  OutputFile third(path("dropped.csv"), Existing::refuse);
  third = std::move(second);
  third.commit();
  EXPECT_EQ(content(path("a b α.csv")), "1");
  EXPECT_EQ(files_in_folder(), 1);
}

TEST_F(Output, IsRemovedFromASignalHandler) {  // fault 39
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGTERM, [](int) {
      remove_unfinished_outputs();
      ::_exit(7);
    });
    OutputFile out(path("out.csv"), Existing::refuse);
    OutputFile other(path("other.csv"), Existing::refuse);
    out.write("half");
    std::raise(SIGTERM);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_EQ(files_in_folder(), 0);
}

TEST_F(Output, IsNotRemovedOnceCommitted) {
  OutputFile out(path("out.csv"), Existing::refuse);
  out.commit();
  remove_unfinished_outputs();
  EXPECT_TRUE(std::filesystem::exists(path("out.csv")));
}

}  // namespace
}  // namespace codimap
