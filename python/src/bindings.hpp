// The parts of the module codimap._core, one a file.
#pragma once

#include "arrays.hpp"
#include "watch.hpp"

namespace codimap::python {

void bind_errors(nb::module_& module);
void bind_model(nb::module_& module);
void bind_stages(nb::module_& module);
void bind_functions(nb::module_& module);
void bind_files(nb::module_& module);

/// Options by their names in Python, over those of a preset where `preset` names one. An option that is None, or not
/// there, keeps its default.
[[nodiscard]] Options options_of(const nb::dict& named);
/// The options in force, by the same names.
[[nodiscard]] nb::dict named_options(const Options& options);
/// {"threads", "max_memory", "progress"}.
[[nodiscard]] Run run_of(const nb::dict& named);

}  // namespace codimap::python
