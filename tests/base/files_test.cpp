// Files: never half written, never read without end.
#include "base/files.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "base/error.hpp"
#include "tests/support/process.hpp"

namespace evorisk {
namespace {

using testing::ThrowsMessage;
namespace fs = std::filesystem;

TEST(Files, AreWrittenWholeOrNotAtAll) {
  const test::TemporaryDirectory directory;
  const fs::path file = directory.path() / "data.txt";
  const std::string large(300'000, 'x');
  write_file(file, "old");
  EXPECT_EQ(read_file(file), "old");
  write_file(file, large);
  EXPECT_EQ(read_file(file), large);
  write_file(file, "");
  EXPECT_EQ(read_file(file), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(directory.path()), {}), 1) << "no temporary";
}

TEST(Files, AreWrittenWholeByThreadsAtTheSameTime) {
  const test::TemporaryDirectory directory;
  const fs::path file = directory.path() / "data.txt";
  std::atomic<int> failed = 0;
  {
    std::vector<std::jthread> threads;
    for (const char letter : {'a', 'b', 'c', 'd'})
      threads.emplace_back([&, letter] {
        for (int i = 0; i < 300; ++i) {
          try {
            write_file(file, std::string(20'000, letter), Flush::to_system);
          } catch (const SystemError&) {
            ++failed;
          }
        }
      });
  }
  EXPECT_EQ(failed, 0);
  const std::string text = read_file(file);
  EXPECT_EQ(text, std::string(20'000, text.at(0)));
}

// A file size limit stands for a full disk.
TEST(Files, AFullDiskLeavesTheOldContent) {
  const test::TemporaryDirectory directory;
  const fs::path file = directory.path() / "data.txt";
  write_file(file, "old");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 10'000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THAT([&] { write_file(file, std::string(50'000, 'x')); },
              ThrowsMessage<SystemError>("cannot write " + file.string() + ": File too large"));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_file(file), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(directory.path()), {}), 1);
}

TEST(Files, RefusalsNameFileAndReason) {
  const test::TemporaryDirectory directory;
  const std::string base = directory.path().string();
  EXPECT_THAT([&] { read_file(base); },
              ThrowsMessage<SystemError>("cannot read " + base + ": Is a directory"));
  EXPECT_THAT(
      [&] { read_file(base + "/none"); },
      ThrowsMessage<MissingFile>("cannot read " + base + "/none: No such file or directory"));
  EXPECT_THAT(
      [&] { write_file(base + "/none/file", "x"); },
      ThrowsMessage<SystemError>("cannot write " + base + "/none/file: No such file or directory"));
  write_file(base + "/kept", "old");
  EXPECT_THAT([&] { write_new_file(base + "/kept", "new", false); },
              ThrowsMessage<InputError>(base + "/kept exists already; --force replaces it"));
  EXPECT_EQ(read_file(base + "/kept"), "old");
  write_new_file(base + "/kept", "new", true);
  EXPECT_EQ(read_file(base + "/kept"), "new");
  fs::create_directory(base + "/sub");
  EXPECT_THROW(write_file(base + "/sub", "x"), SystemError);
  EXPECT_EQ(std::distance(fs::directory_iterator(base), {}), 2) << "the temporary is gone";
}

// The system kills a process that writes more than it allows.
TEST(Files, AKilledProcessLeavesNothing) {
  const test::TemporaryDirectory directory;
  const int unnamed = ::open(directory.path().c_str(), O_WRONLY | O_TMPFILE, 0600);
  if (unnamed < 0) GTEST_SKIP() << "the file system has no files without a name";
  ::close(unnamed);
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit few{100, 100};
    ::setrlimit(RLIMIT_FSIZE, &few);
    write_file(directory.path() / "file", std::string(1000, 'x'));
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
  EXPECT_TRUE(fs::is_empty(directory.path()));
}

TEST(Files, LinksAreFollowedAndDevicesAreNotReplaced) {
  const test::TemporaryDirectory directory;
  const fs::path file = directory.path() / "file";
  const fs::path link = directory.path() / "link";
  const fs::path pipe = directory.path() / "pipe";
  write_file(file, "old");
  fs::create_symlink("file", link);
  write_new_file(link, "new", true);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_file(file), "new");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(
      [&] { write_new_file(pipe, "x", true); },
      ThrowsMessage<InputError>(pipe.string() + " is no regular file, so it is not replaced"));
  EXPECT_TRUE(fs::is_fifo(pipe));
  fs::remove(file);
  write_new_file(link, "again", true);  // it leads to nothing
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_file(file), "again");
  fs::create_symlink("loop", directory.path() / "loop");
  EXPECT_THROW(write_new_file(directory.path() / "loop", "x", true), SystemError);
  fs::remove(link);
  fs::create_symlink("pipe", link);
  EXPECT_THROW(write_new_file(link, "x", true), InputError);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(Files, ATextThatCanNameNoFileNamesNone) {
  const test::TemporaryDirectory directory;
  write_file(directory.path() / "there", "x");
  EXPECT_TRUE(names_file(directory.path() / "there"));
  EXPECT_FALSE(names_file(directory.path() / "not there"));
  EXPECT_FALSE(names_file(directory.path()));
  EXPECT_FALSE(names_file(std::string(300, 'x')));
}

// The pipe has no writer: opening it as it is usual would wait for ever.
TEST(Files, WhatIsNoRegularFileIsRefusedAtOnce) {
  const test::TemporaryDirectory directory;
  const std::string pipe = directory.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::pair<std::string, std::string> cases[] = {{pipe, "pipe"},
                                                       {"/dev/zero", "device"},
                                                       {"/dev/random", "device"},
                                                       {"/dev/null", "device"},
                                                       {"/dev/fd/99999", ""}};
  for (const auto& [file, kind] : cases) {
    const std::string message = kind.empty() ? "cannot read " + file + ": No such file or directory"
                                             : file + ": is a " + kind + ", not a file";
    const auto refuses = [&message, &name = file](auto use) {
      try {
        use();
        ADD_FAILURE() << name;
      } catch (const MessageError& error) {
        EXPECT_EQ(error.what(), message);
      }
    };
    refuses([&f = file] { read_file(f); });
    refuses([&f = file] { LineReader reader(f); });
  }
}

// As a shell hands over the output of a command.
TEST(Files, AnOpenPipeIsReadToItsEndByItsNumber) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string content(150'000, 'p');
  std::thread writer([&] {
    for (std::size_t done = 0; done < content.size();) {
      const ssize_t written = ::write(ends[1], content.data() + done, content.size() - done);
      if (written <= 0) break;
      done += static_cast<std::size_t>(written);
    }
    ::close(ends[1]);
  });
  EXPECT_EQ(read_file("/dev/fd/" + std::to_string(ends[0])), content);
  writer.join();
  ::close(ends[0]);
}

TEST(Files, AreReadUpToTheSizeOfTheirKind) {
  const test::TemporaryDirectory directory;
  const std::string file = directory.path() / "data.txt";
  write_file(file, "12345");
  EXPECT_EQ(read_file(file, 5), "12345");
  EXPECT_THAT(
      [&] { read_file(file, 4); },
      ThrowsMessage<InputError>(file + ": is larger than such files are (at most 4 bytes)"));
  ASSERT_EQ(::truncate(file.c_str(), largest_log + 1), 0) << "a hole, which takes no space";
  EXPECT_THROW(read_file(file), InputError);
  EXPECT_THROW(read_file(file, largest_log), InputError);
}

TEST(Files, LinesAreReadOneByOne) {
  const test::TemporaryDirectory directory;
  const std::string file = directory.path() / "log";
  const std::string line(100'000, 'x');
  write_file(file, "a\n\n" + line + "\nhalf");
  LineReader all(file);
  EXPECT_EQ(all.next(), "a");
  EXPECT_EQ(all.place(), 2);
  EXPECT_EQ(all.next(), "");
  EXPECT_EQ(all.next(), line);
  EXPECT_EQ(all.next(), std::nullopt);
  EXPECT_TRUE(all.torn());
  EXPECT_EQ(all.place(), 100'004);
  append_file(file, " done\n", Flush::to_system);
  LineReader rest(file, all.place());
  EXPECT_EQ(rest.next(), "half done");
  EXPECT_EQ(rest.next(), std::nullopt);
  EXPECT_FALSE(rest.torn());
}

}  // namespace
}  // namespace evorisk
