#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bindings.hpp"
#include "codimap/names.hpp"

namespace codimap::python {
namespace {

/// T of an option that is a T, or may be unset.
template <class T>
struct Plain {
  using type = T;
};
template <class T>
struct Plain<std::optional<T>> {
  using type = T;
};

class Reader {
 public:
  explicit Reader(const nb::dict& named) : named_(named) {}

  /// The value of an option, none where it keeps its default.
  [[nodiscard]] std::optional<nb::object> find(const char* name) const {
    if (!named_.contains(name)) return std::nullopt;
    nb::object value = named_[name];
    return value.is_none() ? std::nullopt : std::optional(std::move(value));
  }
  [[nodiscard]] bool is(const char* name, const char* word) const {
    const auto value = find(name);
    return value && nb::isinstance<nb::str>(*value) && nb::cast<std::string>(*value) == word;
  }

  /// Sets `to`, which may be optional, unless the option keeps its default.
  template <class T>
  void number(const char* name, T& to, const char* kind) const {
    if (const auto value = find(name)) to = cast<typename Plain<T>::type>(name, *value, kind);
  }
  template <class T>
  void choice(const char* name, T& to, const Names<typename Plain<T>::type>& words) const {
    const auto value = find(name);
    if (!value) return;
    std::string all;
    for (const auto& [word, meaning] : words) {
      if (is(name, word.c_str())) {
        to = meaning;
        return;
      }
      all += (all.empty() ? "" : " or ") + word;
    }
    refuse(name, all, *value);
  }

  [[noreturn]] static void refuse(const char* name, const std::string& must, const nb::object& value) {
    throw Error(ErrorKind::bad_option,
                std::string(name) + " must be " + must + "; got " + nb::cast<std::string>(nb::repr(value)));
  }

 private:
  template <class T>
  static T cast(const char* name, const nb::object& value, const char* kind) {
    try {
      return nb::cast<T>(value);
    } catch (const nb::cast_error&) {
      refuse(name, kind, value);
    }
  }

  const nb::dict& named_;
};

constexpr const char* whole = "a whole number";
constexpr const char* real = "a number";

void read(const Reader& reader, PrepareOptions& prepare) {
  reader.number("arcsinh", prepare.arcsinh, real);
  reader.number("log1p", prepare.log1p, "True or False");
  reader.number("standardize", prepare.standardize, "True or False");
  if (reader.is("pca", "off")) {
    prepare.pca = no_pca;
  } else if (!reader.is("pca", "auto")) {
    reader.number("pca", prepare.pca, "a whole number, 'auto' or 'off'");
  }
}

void read(const Reader& reader, KernelOptions& kernel) {
  reader.choice("kernel", kernel.kind, names::kernel_kinds);
  reader.choice("metric", kernel.metric, names::metrics);
  reader.number("bandwidth_neighbor", kernel.bandwidth_neighbor, whole);
  reader.number("decay", kernel.decay, real);
  reader.number("self_affinity", kernel.self_affinity, "True or False");
  if (reader.is("epsilon", "bgh")) {
    kernel.epsilon_rule = EpsilonRule::bgh;
  } else if (!reader.is("epsilon", "auto")) {
    reader.number("epsilon", kernel.epsilon, "a number, 'auto' or 'bgh'");
  }
  if (reader.is("n_neighbors", "dense")) {
    kernel.neighbors = dense;
  } else if (!reader.is("n_neighbors", "auto")) {
    reader.number("n_neighbors", kernel.neighbors, "a whole number, 'auto' or 'dense'");
    if (reader.find("n_neighbors") && *kernel.neighbors < 1)
      Reader::refuse("n_neighbors", "at least 1, or 'dense'", *reader.find("n_neighbors"));
  }
  reader.number("neighbor_recall", kernel.neighbor_recall, real);
  reader.number("density_normalization", kernel.density_normalization, real);
  reader.choice("precision", kernel.precision, names::precisions);
}

void read(const Reader& reader, RegionOptions& regions) {
  if (!reader.is("n_regions", "auto")) reader.number("n_regions", regions.regions, "a whole number or 'auto'");
  reader.choice("partition", regions.partition, names::partition_rules);
  reader.number("coherence_time", regions.coherence_time, whole);
  reader.number("seed", regions.seed, "a whole number from 0 on");
}

void read(const Reader& reader, MapOptions& map) {
  if (reader.is("n_components", "auto")) {
    map.components = by_eigengap;
  } else {
    reader.number("n_components", map.components, "a whole number or 'auto'");
    if (reader.find("n_components") && *map.components < 1)
      Reader::refuse("n_components", "at least 1", *reader.find("n_components"));
  }
  if (reader.is("time", "auto")) {
    map.time.reset();
  } else if (reader.is("time", "multiscale")) {
    map.multiscale = true;
  } else {
    reader.number("time", map.time, "a number, 'auto' or 'multiscale'");
  }
  if (reader.is("layout_dimensions", "off")) {
    map.layout_dimensions = no_layout;
  } else {
    reader.number("layout_dimensions", map.layout_dimensions, "2, 3 or 'off'");
    const auto asked = reader.find("layout_dimensions");
    if (asked && map.layout_dimensions != 2 && map.layout_dimensions != 3)
      Reader::refuse("layout_dimensions", "2, 3 or 'off'", *asked);
  }
  reader.choice("eigenvectors", map.eigenvectors, names::eigenvector_kinds);
  reader.choice("interpolation", map.interpolation, names::interpolations);
  if (reader.is("refine", "off")) {
    map.refine = unrefined;
  } else if (!reader.is("refine", "auto")) {
    reader.number("refine", map.refine, "a number, 'auto' or 'off'");
  }
  reader.number("tolerance", map.tolerance, real);
}

template <class T>
std::string word_for(const Names<T>& words, T value) {
  for (const auto& [word, meaning] : words)
    if (meaning == value) return word;
  return "function";
}

template <class T>
nb::object or_none(const std::optional<T>& value) {
  return value ? nb::cast(*value) : nb::none();
}

}  // namespace

Options options_of(const nb::dict& named) {
  const Reader reader(named);
  Options options;
  std::optional<Preset> preset;
  reader.choice("preset", preset, names::presets);
  if (preset) options = preset_options(*preset);
  reader.choice("method", options.method, names::methods);
  read(reader, options.prepare);
  read(reader, options.kernel);
  read(reader, options.regions);
  read(reader, options.map);
  return options;
}

nb::dict named_options(const Options& options) {
  const auto& [method, prepare, kernel, regions, map] = options;
  nb::dict named;
  named["method"] = word_for(names::methods, method);
  named["arcsinh"] = or_none(prepare.arcsinh);
  named["log1p"] = prepare.log1p;
  named["standardize"] = prepare.standardize;
  named["pca"] = prepare.pca == no_pca ? nb::cast("off") : or_none(prepare.pca);
  named["kernel"] = word_for(names::kernel_kinds, kernel.kind);
  named["metric"] = word_for(names::metrics, kernel.metric);
  named["bandwidth_neighbor"] = kernel.bandwidth_neighbor;
  named["decay"] = kernel.decay;
  named["self_affinity"] = kernel.self_affinity;
  named["epsilon"] = or_none(kernel.epsilon);
  named["n_neighbors"] = kernel.neighbors == dense ? nb::cast("dense") : or_none(kernel.neighbors);
  named["neighbor_recall"] = or_none(kernel.neighbor_recall);
  named["density_normalization"] = kernel.density_normalization;
  named["n_regions"] = or_none(regions.regions);
  named["partition"] = word_for(names::partition_rules, regions.partition);
  named["coherence_time"] = regions.coherence_time;
  named["seed"] = regions.seed;
  named["n_components"] = or_none(map.components);
  named["time"] = map.multiscale ? nb::cast("multiscale") : or_none(map.time);
  named["layout_dimensions"] = map.layout_dimensions == no_layout ? nb::cast("off") : nb::cast(map.layout_dimensions);
  named["eigenvectors"] = word_for(names::eigenvector_kinds, map.eigenvectors);
  named["interpolation"] = word_for(names::interpolations, map.interpolation);
  named["refine"] = map.refine == unrefined ? nb::cast("off") : or_none(map.refine);
  named["tolerance"] = or_none(map.tolerance);
  return named;
}

Run run_of(const nb::dict& named) {
  const Reader reader(named);
  Run run;
  reader.number("threads", run.threads, whole);
  reader.number("max_memory", run.max_memory, "a number of bytes");
  if (const auto progress = reader.find("progress")) run.progress = *progress;
  return run;
}

}  // namespace codimap::python
