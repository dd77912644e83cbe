// FCS, the file of flow and mass cytometers: from the file to a table, and to a few facts.
#include "io/fcs/fcs.hpp"

#include <algorithm>
#include <numeric>

#include "base/fail.hpp"
#include "io/fcs/channels.hpp"
#include "io/fcs/compensation.hpp"
#include "io/fcs/values.hpp"
#include "io/nonfinite.hpp"

namespace codimap {

namespace {

FcsCorrection correction_of(const FcsLayout& layout, std::span<const Index> selected, const ReadOptions& options) {
  FcsCorrection correction;
  std::vector<Index> needed(selected.begin(), selected.end());
  if (options.compensate) {
    const FcsSpillover spillover = required_fcs_spillover(layout);
    correction.compensated = spillover.channels;
    correction.compensation = fcs_compensation(spillover, layout.text.name);
    needed.insert(needed.end(), spillover.channels.begin(), spillover.channels.end());
    const std::vector<Index> logarithmic = fcs_logarithmic(layout, spillover.channels);
    if (!options.linearize && !logarithmic.empty()) {
      fail(ErrorKind::bad_option, "{}: {} is stored as a logarithm, which cannot be compensated; add --linearize",
           layout.text.name, fcs_channel_words(layout, logarithmic[0]));
    }
  }
  if (options.linearize) {
    correction.scales.resize(layout.channels.size());
    for (const Index channel : needed)
      correction.scales[static_cast<std::size_t>(channel)] = fcs_scale(layout, channel);
  }
  return correction;
}

std::vector<Index> all_channels(const FcsLayout& layout) {
  std::vector<Index> all(layout.channels.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::string further_data_sets(const FcsLayout& layout) {
  const Index next = layout.text.count("$NEXTDATA").value_or(0);
  return next > 0 ? text("a further data set begins at byte {}; only the first is read", next) : "";
}

std::vector<std::string> notes_on(const FcsLayout& layout, std::span<const Index> selected,
                                  const ReadOptions& options) {
  std::vector<std::string> notes = layout.text.notes;
  const std::string further = further_data_sets(layout);
  if (!further.empty()) notes.push_back(further);
  if (options.columns.empty()) {
    notes.push_back("columns used: " + fcs_names(layout, selected));
    const std::vector<Index> left_out = fcs_channels_of(layout, all_channels(layout), FcsRole::run);
    if (!left_out.empty()) {
      notes.push_back(text("left out, since they describe the run or the finding of cells: {}; --columns takes them",
                           fcs_names(layout, left_out)));
    }
    const std::vector<Index> aside = fcs_channels_of(layout, selected, FcsRole::aside);
    if (!aside.empty()) {
      notes.push_back(text("among those used, and seldom wanted in a map: {}; --exclude leaves them out",
                           fcs_names(layout, aside)));
    }
  }
  if (options.compensate) notes.push_back("compensated by " + required_fcs_spillover(layout).keyword);
  const std::vector<Index> logarithmic = options.linearize ? std::vector<Index>{} : fcs_logarithmic(layout, selected);
  if (!logarithmic.empty()) {
    notes.push_back(text("used as stored, as logarithms: {}; --linearize undoes that", fcs_names(layout, logarithmic)));
  }
  return notes;
}

std::string type_words(const FcsLayout& layout) {
  constexpr std::array<std::string_view, 4> kinds = {"integer", "float", "double", "ASCII"};
  std::string words;
  Index run = 0;
  for (std::size_t i = 0; i < layout.channels.size(); ++i) {
    const FcsChannel& channel = layout.channels[i];
    ++run;
    const bool goes_on = i + 1 < layout.channels.size() && layout.channels[i + 1].kind == channel.kind &&
                         layout.channels[i + 1].bytes == channel.bytes;
    if (goes_on) continue;
    const bool ascii = channel.kind == FcsKind::ascii;
    const std::string width = channel.bytes == 0 ? "delimited" : text("{}", ascii ? channel.bytes : 8 * channel.bytes);
    words +=
        (words.empty() ? "" : ", ") + text("{} × {} {}", run, kinds.at(static_cast<std::size_t>(channel.kind)), width);
    run = 0;
  }
  return words;
}

// "CD4 (Nd145Di), Time": the detector where it is not the name.
std::string channel_names(const FcsLayout& layout) {
  std::string names;
  for (const FcsChannel& channel : layout.channels) {
    names += (names.empty() ? "" : ", ") + channel.name;
    if (channel.detector != channel.name) names += " (" + channel.detector + ")";
  }
  return names;
}

// Only compensation needs the matrix, so one that cannot be used is no fault here.
std::string spillover_words(const FcsLayout& layout) {
  try {
    const std::optional<FcsSpillover> spillover = fcs_spillover(layout);
    return spillover ? text("{}, {} channels", spillover->keyword, spillover->channels.size()) : "none";
  } catch (const Error&) {
    return "damaged";
  }
}

std::string or_none(std::string words) { return words.empty() ? "none" : words; }

}  // namespace

Table read_fcs(ByteSource& source, const ReadOptions& options) {
  FcsLayout layout = read_fcs_layout(source);
  const Columns columns = fcs_columns(layout);
  const Selection selection = select_columns(columns, options, source.name());
  const FcsCorrection correction = correction_of(layout, selection.columns, options);
  std::vector<std::string> notes = notes_on(layout, selection.columns, options);
  FcsValues found = read_fcs_values(source, layout, selection.columns, correction, options.single);
  Table table = std::move(found.table);
  table.notes = std::move(notes);
  for (const Index column : selection.columns) {
    table.column_names.push_back(columns.header[static_cast<std::size_t>(column)]);
  }
  if (found.finite) return table;
  settle_nonfinite(table, options.drop_nonfinite, source.name(),
                   {": ", [&](Index row, Index column) {
                      const Index channel = selection.columns[static_cast<std::size_t>(column)];
                      return text("event {} {}", row + 1, fcs_channel_words(layout, channel));
                    }});
  return table;
}

FileSummary describe_fcs(ByteSource& source) {
  FcsLayout layout = read_fcs_layout(source);
  const std::vector<Index> all = all_channels(layout);
  const std::string types = type_words(layout);
  std::vector<Index> used = fcs_channels_of(layout, all, FcsRole::marker);
  std::ranges::copy(fcs_channels_of(layout, all, FcsRole::aside), std::back_inserter(used));
  std::ranges::sort(used);
  const std::string logarithmic = fcs_names(layout, fcs_logarithmic(layout, all));
  const FcsValues values = read_fcs_values(source, layout, all, {}, false);
  const Index not_finite = values.finite ? 0 : find_nonfinite(values.table).count;
  return {"fcs",
          {{"version", layout.text.version},
           {"events", text("{}", layout.events)},
           {"channels", text("{}", layout.channels.size())},
           {"channel names", channel_names(layout)},
           {"used by embed", or_none(fcs_names(layout, used))},
           {"left out unless asked", or_none(fcs_names(layout, fcs_channels_of(layout, all, FcsRole::run)))},
           {"type", types},
           {"byte order", std::string(layout.text.find("$BYTEORD").value_or("none"))},
           {"stored as logarithms", or_none(logarithmic)},
           {"spillover", spillover_words(layout)},
           {"further data sets", or_none(further_data_sets(layout))},
           {"values not finite", text("{}", not_finite)}}};
}

}  // namespace codimap
