// A folder of its own for each test, and the two ways to ask for an error.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "codimap/error.hpp"

namespace codimap {

class Scratch : public testing::Test {
 protected:
  Scratch() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("codimap-") + std::to_string(::getpid()) + "-" + test->test_suite_name() + test->name());
    std::filesystem::create_directories(folder_);
  }
  ~Scratch() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::filesystem::path file(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  [[nodiscard]] static std::string content(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::ptrdiff_t files_in_folder() const {
    return std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator());
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// Runs `action` and checks the kind and that the message holds all of `words`.
template <class Action>
void expect_error(ErrorKind kind, const std::vector<std::string>& words, const Action& action) {
  try {
    action();
    ADD_FAILURE() << "no error, where one should say: " << words.front();
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.kind()), static_cast<int>(kind)) << error.what();
    for (const std::string& word : words) {
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos)
          << "message: " << error.what() << "\nlacks: " << word;
    }
  }
}

}  // namespace codimap
