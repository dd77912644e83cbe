// A model without what follows from the rest of it, as files hold it, and back.
#pragma once

#include "model/state.hpp"

namespace codimap {

/// Without what `restore` makes anew.
[[nodiscard]] Model::State without_what_follows(const Model::State& state);

/// Makes anew what follows from the rest. Coordinates of points come out as they were to rounding in the precision of
/// the points, all else the same. False where the rest does not fit together.
[[nodiscard]] bool restore(Model::State& state, const Execution& run);

}  // namespace codimap
