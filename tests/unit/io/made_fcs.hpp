// FCS files made for tests, right or wrong in one place.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.hpp"

namespace codimap {

template <class T>
std::string as_bytes(std::initializer_list<T> values, bool big_endian = false) {
  std::string bytes;
  for (const T value : values) {
    std::string one(sizeof(T), '\0');
    std::memcpy(one.data(), &value, sizeof(T));
    if (big_endian) std::ranges::reverse(one);
    bytes += one;
  }
  return bytes;
}

struct MadeFcs {
  std::string version = "FCS3.1";
  char delimiter = '/';
  std::vector<std::pair<std::string, std::string>> keywords{{"$MODE", "L"}, {"$NEXTDATA", "0"}};
  std::string data;
  std::string after_data;
  bool offsets_in_header = true;
  bool offsets_in_text = true;
  // What is added to the true offsets of the data.
  int header_begin = 0;
  int header_last = 0;
  int text_begin = 0;
  int text_last = 0;

  MadeFcs(const std::string& type, const std::string& order, int events) {
    set("$DATATYPE", type).set("$BYTEORD", order).set("$TOT", std::to_string(events)).set("$PAR", "0");
  }
  MadeFcs& set(const std::string& key, const std::string& value) {
    remove(key);
    keywords.emplace_back(key, value);
    return *this;
  }
  MadeFcs& remove(const std::string& key) {
    std::erase_if(keywords, [&](const auto& keyword) { return keyword.first == key; });
    return *this;
  }
  MadeFcs& channel(const std::string& detector, const std::string& bits, const std::string& range,
                   const std::string& name = "") {
    const std::string number = std::to_string(++channels_);
    set("$P" + number + "N", detector).set("$P" + number + "B", bits).set("$P" + number + "R", range);
    if (!name.empty()) set("$P" + number + "S", name);
    return set("$P" + number + "E", "0,0").set("$PAR", number);
  }
  MadeFcs& with(const std::string& bytes) {
    data = bytes;
    return *this;
  }

  /// The first byte of the data.
  [[nodiscard]] int data_begin() const { return 58 + static_cast<int>(text_segment(0, 0).size()); }

  [[nodiscard]] std::string bytes() const {
    const int begin = data_begin();
    const int last = begin + static_cast<int>(data.size()) - 1;
    const std::string text_bytes = text_segment(begin + text_begin, last + text_last);
    std::string bytes = version + "    " + text("{:>8}{:>8}", 58, begin - 1);
    bytes +=
        offsets_in_header ? text("{:>8}{:>8}", begin + header_begin, last + header_last) : text("{:>8}{:>8}", 0, 0);
    return bytes + text("{:>8}{:>8}", 0, 0) + text_bytes + data + after_data;
  }

 private:
  [[nodiscard]] std::string text_segment(int begin, int last) const {
    std::string segment(1, delimiter);
    for (const auto& [key, value] : keywords) segment += key + delimiter + value + delimiter;
    if (!offsets_in_text) return segment;
    return segment + "$BEGINDATA" + delimiter + text("{:012}", begin) + delimiter + "$ENDDATA" + delimiter +
           text("{:012}", last) + delimiter;
  }

  int channels_ = 0;
};

}  // namespace codimap
