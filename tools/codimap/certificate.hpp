// What is known of a map's accuracy, for the summary.
#pragma once

#include <nlohmann/json.hpp>

#include "codimap/model.hpp"

namespace codimap::program {

[[nodiscard]] nlohmann::ordered_json certificate_of(const Spectrum& spectrum);

}  // namespace codimap::program
