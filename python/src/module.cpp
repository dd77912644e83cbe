// What the Python package is made of. Arguments arrive as the package prepares them: C order, native numbers.
#include "bindings.hpp"
#include "codimap/version.hpp"

NB_MODULE(_core, module) {
  using namespace codimap::python;
  module.attr("__version__") = CODIMAP_VERSION;
  bind_errors(module);
  bind_model(module);
  bind_stages(module);
  bind_functions(module);
  bind_files(module);
}
