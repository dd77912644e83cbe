// Errors of the library as Python's own, in Python's names.
#include <regex>
#include <string>

#include "bindings.hpp"

namespace codimap::python {
namespace {

PyObject* convergence_error = nullptr;

PyObject* python_kind(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::missing_file:
      return PyExc_FileNotFoundError;
    case ErrorKind::cannot_create:
    case ErrorKind::failed_io:
      return PyExc_OSError;
    case ErrorKind::not_converged:
      return convergence_error;
    case ErrorKind::out_of_memory:
      return PyExc_MemoryError;
    case ErrorKind::cancelled:
      return PyExc_KeyboardInterrupt;
    case ErrorKind::bad_option:
    case ErrorKind::bad_data:
    case ErrorKind::bad_file:
      break;
  }
  return PyExc_ValueError;
}

/// Counts are called n_* in Python. A sentence about an option begins with its name.
std::string in_python_names(const std::string& sentence) {
  static const std::regex count("^(components|regions|neighbors)\\b");
  return std::regex_replace(sentence, count, "n_$1");
}

}  // namespace

void bind_errors(nb::module_& module) {
  convergence_error = PyErr_NewExceptionWithDoc(
      "codimap.ConvergenceError", "An iteration that ended without its answer.", PyExc_RuntimeError, nullptr);
  module.attr("ConvergenceError") = nb::handle(convergence_error);
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      PyErr_SetString(python_kind(error.kind()), in_python_names(error.what()).c_str());
    }
  });
}

}  // namespace codimap::python
