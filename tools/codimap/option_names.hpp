// The words of the command line for the library's choices, the same in options, summaries and model descriptions.
#pragma once

#include "arguments.hpp"
#include "codimap/io.hpp"
#include "codimap/model.hpp"
#include "codimap/shapes.hpp"

namespace codimap::program {

inline const Names<FileFormat> file_formats{
    {"csv", FileFormat::csv}, {"tsv", FileFormat::tsv},   {"npy", FileFormat::npy},    {"fcs", FileFormat::fcs},
    {"mtx", FileFormat::mtx}, {"h5ad", FileFormat::h5ad}, {"edges", FileFormat::edges}};

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

inline const Names<bool> switches{{"on", true}, {"off", false}};

inline const Names<Metric> metrics{
    {"euclidean", Metric::euclidean}, {"cosine", Metric::cosine}, {"correlation", Metric::correlation}};

inline const Names<Precision> precisions{{"float", Precision::float32}, {"double", Precision::float64}};

inline const Names<Instructions> instruction_sets{
    {"x86-64", Instructions::baseline}, {"x86-64-v3", Instructions::x86_64_v3}, {"x86-64-v4", Instructions::x86_64_v4}};

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

}  // namespace codimap::program
