// Models, and new points through those that load.
#include <zlib.h>

#include <cstring>
#include <vector>

#include "codimap/model.hpp"
#include "fuzz/fuzzing.hpp"

namespace {

constexpr std::size_t length_at = 12;  // behind the magic and the version
constexpr std::size_t header_bytes = 20;
constexpr std::size_t checksum_bytes = 4;

/// With the length and the checksum that belong to it: whoever forges a model knows how to reckon both.
std::vector<std::uint8_t> sealed(std::span<const std::uint8_t> bytes) {
  std::vector<std::uint8_t> model(bytes.begin(), bytes.end());
  if (model.size() < header_bytes + checksum_bytes) return model;
  const std::size_t covered = model.size() - checksum_bytes;
  const std::uint64_t length = covered - header_bytes;
  std::memcpy(model.data() + length_at, &length, sizeof length);
  const auto checksum = static_cast<std::uint32_t>(crc32_z(0, model.data(), covered));
  std::memcpy(model.data() + covered, &checksum, sizeof checksum);
  return model;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  const auto path = file_of(sealed({data, size}));
  read_or_refuse([&] {
    const Model model = load_model(path).model;
    Matrix<double> points(3, model.features());
    for (Index i = 0; i < points.size(); ++i) points.data()[i] = 0.25 * static_cast<double>(i);
    must_hold(model.transform(points, {.threads = 1}).rows() == 3, "a row for each new point");
  });
  return 0;
}
