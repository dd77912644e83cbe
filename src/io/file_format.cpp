// The format of a file, by its name and its first bytes.
#include "io/file_format.hpp"

#include <algorithm>

#include "base/fail.hpp"
#include "io/h5ad/read.hpp"
#include "io/market/matrix_market.hpp"
#include "io/npy/npy.hpp"

namespace codimap {

std::string file_ending(const std::filesystem::path& path) {
  const auto lower = [](const std::filesystem::path& of) {
    std::string ending = of.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
  };
  const std::string last = lower(path);
  return last == ".gz" ? lower(path.stem()) + last : last;
}

std::optional<FileFormat> file_format(const std::filesystem::path& path, const ByteSource& source,
                                      const ReadOptions& options) {
  if (options.format) return options.format;
  if (source.begins_with(npy_magic)) return FileFormat::npy;
  if (source.begins_with("FCS2.") || source.begins_with("FCS3.")) return FileFormat::fcs;
  if (source.begins_with(matrix_market_magic)) return FileFormat::mtx;
  if (source.begins_with(hdf5_magic)) return FileFormat::h5ad;
  const std::string ending = file_ending(path);
  if (ending == ".csv" || ending == ".csv.gz") return FileFormat::csv;
  if (ending == ".tsv" || ending == ".tsv.gz") return FileFormat::tsv;
  if (ending == ".mtx" || ending == ".mtx.gz") return FileFormat::mtx;
  if (ending == ".npy" || ending == ".npy.gz") return FileFormat::npy;
  for (const std::string_view fcs : {".fcs", ".fcs.gz", ".lmd", ".lmd.gz"}) {
    if (ending == fcs) return FileFormat::fcs;
  }
  for (const std::string_view h5ad : {".h5ad", ".h5ad.gz", ".h5", ".hdf5"}) {
    if (ending == h5ad) return FileFormat::h5ad;
  }
  return std::nullopt;
}

void refuse_key(const ByteSource& source, const ReadOptions& options) {
  if (options.key.empty()) return;
  fail(ErrorKind::bad_option, "{}: is not an h5ad, so that it has no keys; leave out --key", source.name());
}

}  // namespace codimap
