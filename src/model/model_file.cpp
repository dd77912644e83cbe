// Models as files: the bytes of Model::to_bytes, and nothing else.

#include "base/fail.hpp"
#include "codimap/io.hpp"
#include "codimap/model.hpp"
#include "io/byte_source.hpp"
#include "model/magic.hpp"

namespace codimap {

void Model::save(OutputFile& out, const std::string& note) const {
  const std::vector<std::byte> bytes = to_bytes(note);
  out.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});  // NOLINT: characters are bytes
}

void Model::save(const std::filesystem::path& path, const std::string& note) const {
  OutputFile out(path, OutputFile::Existing::replace);
  save(out, note);
  out.commit();
}

LoadedModel load_model(const std::filesystem::path& path, const Execution& run) {
  ByteSource source(path);
  // Before all of it is read: what is no model may be much larger than one.
  if (!source.begins_with(magic)) fail(ErrorKind::bad_file, "{}: is not a codimap model", source.name());
  const std::string bytes = source.read_rest();
  return model_from_bytes(std::as_bytes(std::span(bytes)), source.name(), run);
}

}  // namespace codimap
