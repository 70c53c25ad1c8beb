#include "tests/support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace evorisk::test {

namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
  int read_end = -1;
  int write_end = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      fail("pipe");
    }
    read_end = ends[0];
    write_end = ends[1];
  }
};

// A file without a name that holds the child's input: no second writer, no deadlock.
int input_file(const std::string& input) {
  std::string name = (std::filesystem::temp_directory_path() / "evorisk-input-XXXXXX").string();
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) {
    fail("mkostemp");
  }
  unlink(name.c_str());
  if (write(file, input.data(), input.size()) != static_cast<ssize_t>(input.size()) ||
      lseek(file, 0, SEEK_SET) != 0) {
    fail("write");
  }
  return file;
}

bool drain(int& file, std::string& text) {
  char block[1 << 14];
  const ssize_t size = read(file, block, sizeof block);
  if (size > 0) {
    text.append(block, static_cast<std::size_t>(size));
    return true;
  }
  if (size < 0 && errno == EINTR) {
    return true;
  }
  close(file);
  file = -1;
  return false;
}

// Watches the directories on the way to a file, as far as they exist: the outermost first, so that
// none is made unseen.
void watch_way_to(const std::filesystem::path& file, int changes) {
  std::filesystem::path directory;
  for (const std::filesystem::path& part : file.parent_path()) {
    directory /= part;
    inotify_add_watch(changes, directory.c_str(), IN_CREATE | IN_MOVED_TO | IN_MODIFY);
  }
}

std::ptrdiff_t lines_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return std::count(std::istreambuf_iterator<char>(stream), {}, '\n');
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "evorisk-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    fail("mkdtemp");
  }
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryDirectory::write(const std::string& name,
                                                const std::string& content) const {
  const std::filesystem::path file = path_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

std::string TemporaryDirectory::read(const std::string& name) const {
  std::ifstream stream(path_ / name, std::ios::binary);
  if (!stream) {
    throw std::runtime_error("no file " + (path_ / name).string());
  }
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

Process::Process(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  std::vector<char*> words;
  for (const std::string& word : arguments) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  const int input = input_file(options.input);
  const Pipe out;
  const Pipe err;
  int output = out.write_end;
  if (options.output_file) {
    output = open(options.output_file->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (output < 0) {
      fail(options.output_file->c_str());
    }
  }
  if (options.broken_output) {
    const Pipe broken;
    close(broken.read_end);
    output = broken.write_end;
  }
  pid_ = fork();
  if (pid_ < 0) {
    fail("fork");
  }
  if (pid_ == 0) {
    std::signal(SIGPIPE, SIG_DFL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(err.write_end, STDERR_FILENO);
    if (options.close_output) {
      close(STDOUT_FILENO);
    }
    if (!options.directory.empty() && chdir(options.directory.c_str()) != 0) {
      _exit(127);
    }
    execvp(words[0], words.data());
    _exit(127);
  }
  close(input);
  close(out.write_end);
  close(err.write_end);
  if (output != out.write_end) {
    close(output);
  }
  out_ = out.read_end;
  err_ = err.read_end;
}

Process::~Process() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  for (const int file : {out_, err_}) {
    if (file >= 0) {
      close(file);
    }
  }
}

void Process::send(int signal) const {
  kill(pid_, signal);
}

bool Process::collect(int changes) {
  if (out_ < 0 && err_ < 0) {
    return false;
  }
  // poll ignores negative files
  pollfd files[3] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}, {changes, POLLIN, 0}};
  if (poll(files, 3, -1) < 0 && errno != EINTR) {
    fail("poll");
  }
  if (files[0].revents != 0) {
    drain(out_, result_.out);
  }
  if (files[1].revents != 0) {
    drain(err_, result_.err);
  }
  if (files[2].revents != 0) {
    std::string events;
    drain(changes, events);
  }
  return true;
}

bool Process::wait_for_error(const std::string& text) {
  while (result_.err.find(text) == std::string::npos) {
    if (!collect()) {
      return false;
    }
  }
  return true;
}

bool Process::wait_for_output(const std::string& text) {
  while (result_.out.find(text) == std::string::npos) {
    if (!collect()) {
      return false;
    }
  }
  return true;
}

bool Process::wait_for_lines(const std::filesystem::path& file, std::ptrdiff_t lines) {
  const int changes = inotify_init1(IN_CLOEXEC);
  if (changes < 0) {
    fail("inotify_init1");
  }
  bool reached = false;
  do {
    watch_way_to(file, changes);
    reached = lines_of(file) >= lines;
  } while (!reached && collect(changes));
  close(changes);
  return reached;
}

ProcessResult Process::wait() {
  while (collect()) {
  }
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0) {
    if (errno != EINTR) {
      fail("waitpid");
    }
  }
  pid_ = -1;
  if (WIFEXITED(status)) {
    result_.exit_code = WEXITSTATUS(status);
  } else {
    result_.signal = WTERMSIG(status);
  }
  return result_;
}

std::string program() {
  return EVORISK_PROGRAM;
}

ProcessResult run(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  std::vector<std::string> words{program()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return Process(words, options).wait();
}

ProcessResult run_in(const TemporaryDirectory& directory,
                     const std::vector<std::string>& arguments) {
  ProcessOptions options;
  options.directory = directory.path();
  return run(arguments, options);
}

ProcessResult run_until(const std::filesystem::path& file,
                        const std::vector<std::string>& arguments,
                        const std::filesystem::path& directory) {
  std::vector<std::string> words = {program()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  ProcessOptions options;
  options.directory = directory;
  Process process(words, options);
  process.wait_for_lines(file, 1);
  process.send(SIGINT);
  return process.wait();
}

ProcessResult run_shell(const std::string& line, const std::filesystem::path& directory) {
  ProcessOptions options;
  options.directory = directory;
  const std::string folder = std::filesystem::path(program()).parent_path().string();
  return Process({"/bin/sh", "-c", "PATH=\"" + folder + ":$PATH\"; " + line}, options).wait();
}

}  // namespace evorisk::test
