#pragma once

#include <firsthit/features.hpp>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// The public queries of tests/data/ccd-queries, whose README.md tells what they are.

namespace firsthit {

struct CcdQuery {
  std::string name;  ///< set, kind and number in the set
  bool edge_edge = false;
  std::array<Vec3, 8> places;  ///< four vertices at the start, then at the end
  bool touches = false;
  double lower = 1.0;  ///< of the exact first touch, rounded outwards
  double upper = 1.0;

  Deformation<EdgeEdge> edges() const {
    const auto& p = places;
    return {{{p[0], p[1]}, {p[2], p[3]}}, {{p[4], p[5]}, {p[6], p[7]}}};
  }
  Deformation<VertexFace> vertex_and_face() const {
    const auto& p = places;
    return {{p[0], {p[1], p[2], p[3]}}, {p[4], {p[5], p[6], p[7]}}};
  }
};

/// `folder`: the path of tests/data/ccd-queries.
inline std::vector<CcdQuery> read_ccd_queries(const std::string& folder) {
  const auto opened = [&folder](const char* name) {
    std::ifstream file(folder + "/" + name);
    if (!file) throw std::runtime_error(folder + "/" + name + ": cannot read it");
    return file;
  };
  std::vector<Vec3> places;
  std::ifstream places_file = opened("places.txt");
  for (std::array<std::string, 3> x; places_file >> x[0] >> x[1] >> x[2];)
    places.push_back({std::strtod(x[0].c_str(), nullptr), std::strtod(x[1].c_str(), nullptr),
                      std::strtod(x[2].c_str(), nullptr)});
  std::vector<CcdQuery> queries;
  std::ifstream queries_file = opened("queries.txt");
  std::string set;
  std::string kind;
  std::size_t number = 0;
  for (std::string line; std::getline(queries_file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "set") {
      words >> set >> kind;
      number = 0;
      continue;
    }
    CcdQuery query;
    query.name = set + " " + kind + " " + std::to_string(number++);
    query.edge_edge = kind == "edge-edge";
    for (Vec3& place : query.places) {
      place = places.at(std::stoul(word));
      word.clear();
      words >> word;
    }
    query.touches = word == "hit";
    if (query.touches) {
      words >> word;
      query.lower = std::strtod(word.c_str(), nullptr);
      words >> word;
      query.upper = std::strtod(word.c_str(), nullptr);
    }
    queries.push_back(query);
  }
  return queries;
}

}  // namespace firsthit
