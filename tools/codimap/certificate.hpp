// What is known of a map's accuracy, in words and in the summary.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "codimap/model.hpp"

namespace codimap::program {

/// "components 1–14 are within 0.1° of exact; 15–16 are known as a pair, within 0.3°; 17–20 are not proven"; of a map
/// that was not refined, what its residuals say of eigenvalues.
[[nodiscard]] std::string certificate_in_words(const Spectrum& spectrum);

/// How far from the exact map new points come by a refined one; empty where nothing is known.
[[nodiscard]] std::string new_points_in_words(const Spectrum& spectrum);

[[nodiscard]] nlohmann::ordered_json certificate_of(const Spectrum& spectrum);

}  // namespace codimap::program
