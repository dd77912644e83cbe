// The whole library. Each header below can be read alone.
#pragma once

#include "codimap/column_tiles.hpp"  // IWYU pragma: export
#include "codimap/error.hpp"         // IWYU pragma: export
#include "codimap/execution.hpp"     // IWYU pragma: export
#include "codimap/io.hpp"            // IWYU pragma: export
#include "codimap/kernel.hpp"        // IWYU pragma: export
#include "codimap/map.hpp"           // IWYU pragma: export
#include "codimap/matrix.hpp"        // IWYU pragma: export
#include "codimap/model.hpp"         // IWYU pragma: export
#include "codimap/names.hpp"         // IWYU pragma: export
#include "codimap/neighbors.hpp"     // IWYU pragma: export
#include "codimap/notes.hpp"         // IWYU pragma: export
#include "codimap/pseudotime.hpp"    // IWYU pragma: export
#include "codimap/regions.hpp"       // IWYU pragma: export
#include "codimap/shapes.hpp"        // IWYU pragma: export
#include "codimap/smooth.hpp"        // IWYU pragma: export
#include "codimap/version.hpp"       // IWYU pragma: export
