// What went wrong, as one exception type with a kind that programs can branch on and a sentence that people can read.
#pragma once

#include <stdexcept>
#include <string>

namespace codimap {

enum class ErrorKind {
  bad_option,     // an option that no data could make right
  bad_data,       // the data, or an option that does not fit this data
  bad_file,       // a file whose content is not what its format promises
  missing_file,   // a file that should be read does not exist or may not be opened
  cannot_create,  // an output that may not be created where it was asked for
  failed_io,      // a read or write that failed half-way
  not_converged,  // an iteration that ended without its answer
  out_of_memory,  // the work would not fit, or did not
  cancelled,      // Execution::cancelled said so
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace codimap
