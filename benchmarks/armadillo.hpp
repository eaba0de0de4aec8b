// SPDX-License-Identifier: MIT
#pragma once

#include <benchmark/benchmark.h>

#include <Eigen/SparseCholesky>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "vide/formats/dmat.hpp"
#include "vide/formats/obj.hpp"
#include "vide/numeric/laplacian.hpp"

// The armadillo (43 243 vertices, 5 held) from the folder that VIDE_SHARED names, and what
// deformers of it are measured against.
namespace vide {

struct Armadillo {
  TriMesh mesh;
  std::vector<int> held;
  std::vector<double> targets, rest;
};

inline std::string sharedBytes(const std::string& path) {
  const char* folder = std::getenv("VIDE_SHARED");
  std::ifstream file(std::string(folder ? folder : ".") + "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Eigen::MatrixXd sharedMatrix(const std::string& path) {
  const std::string bytes = sharedBytes(path);
  return parseDmat({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}).value();
}

inline std::vector<double> byRows(const Eigen::MatrixXd& V) {
  const Eigen::MatrixXd columns = V.transpose();
  return {columns.data(), columns.data() + columns.size()};
}

// Null without the folder.
inline const Armadillo* armadillo() {
  static const std::string bytes = sharedBytes("data/geometry/armadillo.obj");
  if (bytes.empty()) return nullptr;
  static const Armadillo loaded = [] {
    Armadillo model{parseObj(bytes).value().mesh, {}, {}, {}};
    const Eigen::MatrixXd held = sharedMatrix("reference/arap/armadillo_b.dmat");
    for (double v : held.reshaped()) model.held.push_back(int(v));
    model.targets = byRows(sharedMatrix("reference/arap/armadillo_bc.dmat"));
    model.rest = byRows(model.mesh.V);
    return model;
  }();
  return &loaded;
}

inline double processorSeconds(const auto& work) {
  const std::clock_t start = std::clock();
  work();
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

// Three separate back-substitutions of the stiffness with the held vertices left out, by Eigen's
// SimplicialLDLT (AMD, double).
class Yardstick {
 public:
  explicit Yardstick(const Armadillo& armadillo) {
    const SparseMatrix K = cotangentStiffness(armadillo.mesh.V, armadillo.mesh.F).value();
    std::vector<int> unknown(std::size_t(K.rows), 0);
    for (int v : armadillo.held) unknown[std::size_t(v)] = -1;
    int free = 0;
    for (int& u : unknown) u = u < 0 ? -1 : free++;
    std::vector<Eigen::Triplet<double>> entries;
    for (int c = 0; c < K.columns; ++c) {
      for (int p = K.start[c]; p < K.start[c + 1]; ++p) {
        const int i = unknown[std::size_t(K.row[p])], j = unknown[std::size_t(c)];
        if (i >= 0 && j >= 0) entries.emplace_back(i, j, K.value[p]);
      }
    }
    Eigen::SparseMatrix<double> A(free, free);
    A.setFromTriplets(entries.begin(), entries.end());
    factor_.compute(A);
    b_ = Eigen::VectorXd::LinSpaced(free, -1, 1);
  }

  double seconds() {
    return processorSeconds([&] {
      for (int k = 0; k < 3; ++k) benchmark::DoNotOptimize((x_ = factor_.solve(b_)).data());
    });
  }

 private:
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor_;
  Eigen::VectorXd b_, x_;
};

}  // namespace vide
