// Whether what a file says of a model makes sense.
#pragma once

#include "model/state.hpp"

namespace codimap {

/// What transform relies on. Of the result, the spectra.
[[nodiscard]] bool fits_together(const Model::State& state);

}  // namespace codimap
