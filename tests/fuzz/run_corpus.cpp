// Runs a fuzz target over files that are kept: an ordinary test, without libFuzzer. Usage: corpus_NAME FOLDER…
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/fuzzing.hpp"

namespace {

void run(const std::filesystem::path& path) {
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);  // the last name is that of the file that a crash comes of
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  codimap::must_hold(!file.bad() && !bytes.empty(), "a file of the corpus can be read");
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int count, char** folders) {
  int files = 0;
  for (const char* folder : std::span(folders, static_cast<std::size_t>(count)).subspan(1)) {
    if (!std::filesystem::exists(folder)) continue;  // no crash is known of that target
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      run(entry.path());
      ++files;
    }
  }
  std::printf("%d files\n", files);
  return files > 0 ? 0 : 1;
}
