// The preconditioner: one cycle over all levels, an approximate inverse of the Laplacian.
#pragma once

#include <vector>

#include "refinement/levels.hpp"

namespace codimap {

class Cycle {
 public:
  /// Both stay the caller's.
  Cycle(const Levels& levels, const Execution& run);

  /// x ≈ K⁺·r on a level, in float32: a preconditioner needs no more.
  void apply(Index l, const Matrix<float>& r, Matrix<float>& x);

  /// Lets go of the blocks that the last application left for the next.
  void forget() { blocks_ = std::vector<LevelBlocks>(blocks_.size()); }

 private:
  /// Of one level, kept from one application to the next.
  struct LevelBlocks {
    Matrix<float> smoothed;               // between smoothing steps
    Matrix<float> residual, correction;   // what the finer level asks for and gets
    Matrix<float> image;                  // K·correction
    Matrix<float> rest, second, product;  // of a second cycle
  };

  void smooth_before(const NodeLevel& level, const Matrix<float>& r, Matrix<float>& x, Matrix<float>& smoothed) const;
  void smooth_after(const NodeLevel& level, const Matrix<float>& r, Matrix<float>& smoothed, Matrix<float>& x) const;
  void restrict_residual(const NodeLevel& level, const Matrix<float>& r, const Matrix<float>& x, Matrix<float>& to) const;
  void add_coarse(const NodeLevel& level, const Matrix<float>& fine, const Matrix<float>& coarse, Matrix<float>& x) const;
  void multiply(const NodeLevel& level, const Matrix<float>& x, Matrix<float>& image) const;
  void solve(Index l);
  void solve_coarsest(const Matrix<float>& r, Matrix<float>& x) const;
  void apply_to_regions(const Matrix<float>& r, Matrix<float>& x);

  const Levels& levels_;
  const Execution& run_;
  Matrix<float> inverse_;  // of the coarsest level's Laplacian; empty where there are no eigenpairs
  std::vector<LevelBlocks> blocks_;
};

}  // namespace codimap
