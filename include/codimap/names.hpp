// The words that stand for choices: the same on the command line, in Python, in summaries and descriptions of models.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "codimap/model.hpp"
#include "codimap/shapes.hpp"

namespace codimap {

/// The word for each value of an enum.
template <class T>
using Names = std::vector<std::pair<std::string, T>>;

namespace names {

inline const Names<KernelKind> kernel_kinds{{"adaptive", KernelKind::adaptive},
                                            {"gaussian", KernelKind::gaussian},
                                            {"alpha-decay", KernelKind::alpha_decay},
                                            {"variable-bandwidth", KernelKind::variable_bandwidth},
                                            {"local-gaussian", KernelKind::local_gaussian},
                                            {"umap", KernelKind::umap}};

inline const Names<Preset> presets{{"paper", Preset::paper},       {"scanpy", Preset::scanpy},
                                   {"palantir", Preset::palantir}, {"phate", Preset::phate},
                                   {"destiny", Preset::destiny},   {"pydiffmap", Preset::pydiffmap}};

inline const Names<Eigenvectors> eigenvector_kinds{{"walk", Eigenvectors::walk},
                                                   {"symmetric", Eigenvectors::symmetric}};

inline const Names<Metric> metrics{
    {"euclidean", Metric::euclidean}, {"cosine", Metric::cosine}, {"correlation", Metric::correlation}};

inline const Names<Precision> precisions{{"float", Precision::float32}, {"double", Precision::float64}};

inline const Names<Interpolation> interpolations{{"point-to-region", Interpolation::point_to_region},
                                                 {"region-to-point", Interpolation::region_to_point}};

inline const Names<Method> methods{{"compressed", Method::compressed}, {"exact", Method::exact},
                                   {"nystrom", Method::nystrom},       {"centroids", Method::centroids},
                                   {"roseland", Method::roseland},     {"landmarks", Method::landmarks}};

inline const Names<PartitionRule> partition_rules{
    {"coherence", PartitionRule::coherence}, {"refined", PartitionRule::refined}, {"kmeans", PartitionRule::kmeans}};

inline const Names<Shape> shapes{
    {"swiss-roll", Shape::swiss_roll}, {"circle", Shape::circle}, {"sphere", Shape::sphere},
    {"torus", Shape::torus},           {"tree", Shape::tree},     {"blobs", Shape::blobs}};

}  // namespace names
}  // namespace codimap
