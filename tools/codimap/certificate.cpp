#include "certificate.hpp"

namespace codimap::program {

nlohmann::ordered_json certificate_of(const Spectrum& spectrum) {
  const Certificate& certificate = spectrum.certificate;
  if (spectrum.residuals.empty()) return nullptr;
  std::vector<Index> groups;
  for (const Index first : certificate.group_of) groups.push_back(first + 1);
  return {{"words", certificate_in_words(spectrum)},
          {"angles", certificate.angles},
          {"group_of", groups},
          {"eigenvalue_errors", certificate.eigenvalue_errors},
          {"estimated_angles", certificate.estimated_angles},
          {"searched_above", certificate.searched_above}};
}

}  // namespace codimap::program
