// What codimap embed --dry-run prints.
#include <algorithm>
#include <iomanip>
#include <sstream>

#include "embed.hpp"

namespace codimap::program {
namespace {

void add_line(std::ostringstream& table, const std::string& name, std::size_t bytes, double seconds) {
  table << std::left << std::setw(14) << name << std::right << std::fixed << std::setw(9) << std::setprecision(0)
        << static_cast<double>(bytes) / 1e6 << " MB" << std::setw(10) << std::setprecision(seconds < 10 ? 1 : 0)
        << seconds << " s\n";
}

}  // namespace

std::string forecast_table(const StageReport& reading, const Forecast& forecast) {
  std::ostringstream table;
  table << "stage             memory      about\n";
  add_line(table, reading.name, reading.peak_bytes, reading.seconds);
  for (const StageForecast& stage : forecast.stages) add_line(table, stage.name, stage.bytes, stage.seconds);
  add_line(table, "total", std::max(reading.peak_bytes, forecast.peak_bytes()), reading.seconds + forecast.seconds());
  return table.str();
}

}  // namespace codimap::program
