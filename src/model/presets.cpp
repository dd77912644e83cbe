// The paper's own map, and those of other packages with their default settings.

#include "codimap/model.hpp"

namespace codimap {
namespace {

/// The paper to the letter: one ε, every pair, regions by coherence, and no refinement.
Options paper() {
  Options options;
  options.kernel.kind = KernelKind::gaussian;
  options.kernel.neighbors = dense;
  options.map.refine = unrefined;
  return options;
}

/// sc.pp.neighbors and sc.tl.diffmap.
Options scanpy() {
  Options options;
  options.kernel.kind = KernelKind::umap;
  options.kernel.neighbors = 15;
  options.kernel.self_affinity = false;
  options.kernel.density_normalization = 1;
  options.map.time = 0;
  options.map.eigenvectors = Eigenvectors::symmetric;
  return options;
}

/// palantir.utils.run_diffusion_maps.
Options palantir() {
  Options options;
  options.kernel.kind = KernelKind::alpha_decay;
  options.kernel.decay = 1;
  options.kernel.bandwidth_neighbor = 10;
  options.kernel.neighbors = 30;
  options.kernel.self_affinity = false;
  options.map.time = 0;
  return options;
}

/// The eigenvectors of PHATE's diffusion operator, graphtools' with its default settings.
Options phate() {
  Options options;
  options.kernel.kind = KernelKind::alpha_decay;
  options.kernel.bandwidth_neighbor = 5;
  options.map.time = 0;
  return options;
}

/// DiffusionMap of destiny 3.
Options destiny() {
  Options options;
  options.kernel.kind = KernelKind::local_gaussian;
  options.kernel.self_affinity = false;
  options.kernel.density_normalization = 1;
  options.map.time = 0;
  options.map.eigenvectors = Eigenvectors::symmetric;
  return options;
}

/// pydiffmap.DiffusionMap.from_sklearn.
Options pydiffmap() {
  Options options;
  options.kernel.kind = KernelKind::gaussian;
  options.kernel.epsilon_rule = EpsilonRule::bgh;
  options.kernel.neighbors = 64;
  options.kernel.density_normalization = 0.5;
  options.map.time = 0;
  return options;
}

}  // namespace

Options preset_options(Preset preset) {
  switch (preset) {
    case Preset::paper:
      return paper();
    case Preset::scanpy:
      return scanpy();
    case Preset::palantir:
      return palantir();
    case Preset::phate:
      return phate();
    case Preset::destiny:
      return destiny();
    case Preset::pydiffmap:
      return pydiffmap();
  }
  return {};
}

}  // namespace codimap
