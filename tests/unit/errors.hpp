// Errors asserted by kind and words.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "codimap/error.hpp"

namespace codimap {

template <class Work>
void expect_error(ErrorKind kind, const std::string& words, Work&& work) {
  try {
    work();
    ADD_FAILURE() << "no error, where one with '" << words << "' was expected";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

}  // namespace codimap
