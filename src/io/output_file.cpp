// Files that appear under their names all at once.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <new>

#include "base/fail.hpp"
#include "codimap/io.hpp"
#include "io/file_format.hpp"
#include "io/unfinished_outputs.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_writing(const std::string& name, int error_number) {
  fail(ErrorKind::failed_io, "{}: writing failed: {}", name == "-" ? "standard output" : name, reason(error_number));
}

// Where symbolic links lead, so that a rename replaces the file and not the link to it. The file need not exist.
fs::path followed(fs::path path) {
  constexpr int most_links = 40;
  std::error_code ignored;
  for (int i = 0; i < most_links && fs::is_symlink(path, ignored); ++i) {
    path = path.parent_path() / fs::read_symlink(path, ignored);
  }
  return path;
}

[[noreturn]] void refuse_creation(const fs::path& path, const fs::path& directory, int error_number) {
  if (error_number == ENOENT) {
    fail(ErrorKind::cannot_create, "{}: cannot be created: there is no directory {}", path.string(),
         directory.string());
  }
  fail(ErrorKind::cannot_create, "{}: cannot be created in {}: {}", path.string(), directory.string(),
       reason(error_number));
}

[[noreturn]] void refuse_existing(const fs::path& path) {
  fail(ErrorKind::cannot_create, "{}: exists already; use --force to replace it", path.string());
}

}  // namespace

/// Closes and deletes what was not committed.
struct OutputFile::File {
  explicit File(fs::path shown_path) : path(std::move(shown_path)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor >= 0 && descriptor != STDOUT_FILENO) ::close(descriptor);
    if (!temporary.empty()) ::unlink(temporary.c_str());
    unregister_unfinished(slot);
  }

  void open_directly() {
    descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) refuse_creation(path, path.parent_path(), errno);
  }

  // The name does not grow out of the target's, which may be as long as names can be.
  void open_temporary() {
    static std::atomic<unsigned> counter = 0;  // only keeps the names of one process apart
    const fs::path directory = target.parent_path();
    do {
      temporary = directory / text(".codimap-{}-{}.tmp", ::getpid(), counter++);
      unregister_unfinished(slot);
      // Before the file exists, so that no signal finds it unregistered.
      slot = register_unfinished(temporary.string());
      descriptor = ::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor < 0 && errno == EEXIST);
    if (descriptor >= 0) return;
    const int error_number = errno;
    temporary.clear();
    refuse_creation(path, directory, error_number);
  }

  void close() {
    const int closing = std::exchange(descriptor, -1);
    if (closing != STDOUT_FILENO && ::close(closing) != 0) fail_writing(path.string(), errno);
  }

  void rename_to_target() {
    if (::fsync(descriptor) != 0) fail_writing(path.string(), errno);
    close();
    std::error_code ignored;
    if (existing == Existing::refuse && fs::exists(target, ignored)) refuse_existing(path);
    if (::rename(temporary.c_str(), target.c_str()) != 0) fail_writing(path.string(), errno);
    temporary.clear();
    // The new name is durable once its directory is. Some file systems cannot be asked for that, and the file itself is
    // complete by now, so that this is no failure.
    const int directory = ::open(target.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    ::fsync(directory);
    ::close(directory);
  }

  fs::path path;
  fs::path target;     // absolute, links followed
  fs::path temporary;  // empty: none, the target is written directly or the file is committed
  Existing existing = Existing::refuse;
  int descriptor = -1;
  int slot = -1;
};

OutputFile::OutputFile(fs::path path, Existing existing) : file_(std::make_unique<File>(std::move(path))) {
  file_->existing = existing;
  if (names_standard_output(file_->path)) {
    file_->descriptor = STDOUT_FILENO;
    return;
  }
  struct stat status {};
  const bool exists = ::stat(file_->path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    fail(ErrorKind::cannot_create, "{}: cannot be created: it is a directory", file_->path.string());
  }
  // A device or a pipe is written to, not replaced.
  if (exists && !S_ISREG(status.st_mode)) {
    file_->open_directly();
    return;
  }
  if (exists && existing == Existing::refuse) refuse_existing(file_->path);
  std::error_code error;
  file_->target = fs::absolute(followed(file_->path), error);
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
  if (error) {
    fail(ErrorKind::cannot_create, "{}: cannot be created: the current directory is not to be found: {}",
         file_->path.string(), reason(error.value()));
  }
  if (!file_->target.has_filename()) {
    fail(ErrorKind::cannot_create, "{}: cannot be created: it is not the name of a file", file_->path.string());
  }
  file_->open_temporary();
  // A file that is replaced keeps who may read it.
  if (exists) ::fchmod(file_->descriptor, status.st_mode & 07777);
}

OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

const fs::path& OutputFile::path() const { return file_->path; }
int OutputFile::descriptor() const { return file_->temporary.empty() ? -1 : file_->descriptor; }

void OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_->descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_writing(file_->path.string(), errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::commit() {
  if (file_->temporary.empty()) {
    file_->close();
  } else {
    file_->rename_to_target();
  }
}

}  // namespace codimap
