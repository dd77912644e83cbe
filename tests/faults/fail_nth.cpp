// Preloaded into a run of the program: the nth call of one kind fails, as on a full disk or without memory.
//
// CODIMAP_FAIL=KIND:N says which: write, fsync, rename, open or allocation. CODIMAP_FAILED names a file that is made
// when it has happened. Counting begins with the program's own first act, which is to handle signals.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<bool> begun{false};
std::atomic<long> left{0};  // calls until the one that fails
char kind[16] = "";
const char* mark = nullptr;

void begin() {
  if (begun) return;
  const char* asked = std::getenv("CODIMAP_FAIL");
  const char* colon = asked ? std::strchr(asked, ':') : nullptr;
  mark = std::getenv("CODIMAP_FAILED");
  if (!colon || !mark || colon - asked >= static_cast<long>(sizeof kind)) return;
  std::memcpy(kind, asked, static_cast<std::size_t>(colon - asked));
  left = std::atol(colon + 1);
  begun = true;
}

bool fails(const char* called, int error) {
  if (!begun || std::strcmp(called, kind) != 0 || --left != 0) return false;
  const long file = syscall(SYS_open, mark, O_CREAT | O_WRONLY, 0600);
  syscall(SYS_close, file);
  errno = error;
  return true;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

int sigaction(int number, const struct sigaction* action, struct sigaction* old) {
  begin();
  return next<decltype(sigaction)>("sigaction")(number, action, old);
}

ssize_t write(int file, const void* bytes, std::size_t count) {
  if (fails("write", ENOSPC)) return -1;
  return syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite64(int file, const void* bytes, std::size_t count, off64_t at) {
  if (fails("write", ENOSPC)) return -1;
  return syscall(SYS_pwrite64, file, bytes, count, at);
}

int fsync(int file) {
  if (fails("fsync", EIO)) return -1;
  return static_cast<int>(syscall(SYS_fsync, file));
}

int rename(const char* from, const char* to) noexcept {
  if (fails("rename", EIO)) return -1;
  return static_cast<int>(syscall(SYS_rename, from, to));
}

int open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const int mode = (flags & O_CREAT) != 0 ? va_arg(rest, int) : 0;
  va_end(rest);
  if (fails("open", EMFILE)) return -1;
  return static_cast<int>(syscall(SYS_open, path, flags, mode));
}

int open64(const char* path, int flags, ...) __attribute__((alias("open")));

void* malloc(std::size_t size) {
  if (begun && fails("allocation", ENOMEM)) return nullptr;
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  if (begun && fails("allocation", ENOMEM)) return nullptr;
  return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) {
  if (begun && fails("allocation", ENOMEM)) return nullptr;
  return __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  if (begun && fails("allocation", ENOMEM)) return nullptr;
  return __libc_memalign(alignment, size);
}

}  // extern "C"
