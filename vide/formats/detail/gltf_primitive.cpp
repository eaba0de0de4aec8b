// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_primitive.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

// glTF's numbers for how vertices are drawn.
constexpr std::size_t draw_triangles = 4;
constexpr std::size_t draw_strip = 5;
constexpr std::size_t draw_fan = 6;
constexpr std::size_t shape_price = 16;  // in numbers, besides those of its vertices

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

std::size_t modeOf(const Json& primitive) {
  return countIn(primitive, "mode").value_or(draw_triangles);
}

// Where in the list of corners triangle t has its three (glTF 2.0, section 3.7.2.1).
std::array<std::size_t, 3> cornersOf(std::size_t mode, std::size_t t) {
  if (mode == draw_strip) return {t, t + 1 + t % 2, t + 2 - t % 2};
  if (mode == draw_fan) return {t + 1, t + 2, 0};
  return {3 * t, 3 * t + 1, 3 * t + 2};
}

bool isCompressed(const Json& primitive) {
  const Json* extensions = member(primitive, "extensions");
  return extensions && member(*extensions, "KHR_draco_mesh_compression");
}

// Without them an accessor is zeros, or what an extension says.
bool hasBytes(const GltfDocument& gltf, std::size_t accessor) {
  const Json* object = listed(gltf.content(), "accessors", accessor);
  return !object || member(*object, "bufferView") || member(*object, "sparse");
}

void addInfluence(std::vector<Influence>& row, int joint, double weight) {
  const auto known = std::ranges::find(row, joint, &Influence::handle);
  if (known != row.end()) {
    known->weight += weight;
  } else {
    row.push_back({joint, weight});
  }
}

template <int Columns>
Eigen::Matrix<double, Eigen::Dynamic, Columns> matrixOf(const std::vector<double>& rows) {
  Eigen::Matrix<double, Eigen::Dynamic, Columns> matrix(
      static_cast<Eigen::Index>(rows.size() / Columns), Columns);
  for (Eigen::Index i = 0; i < matrix.size(); ++i) {
    matrix(i / Columns, i % Columns) = rows[static_cast<std::size_t>(i)];
  }
  return matrix;
}

}  // namespace

Result<GltfPrimitive> GltfPrimitive::open(const GltfDocument& gltf, const Json& primitive,
                                          GltfAllowance& allowance) {
  GltfPrimitive opened(gltf, primitive);
  const auto positions = opened.accessorOf("POSITION");
  if (!positions) return malformed("attribute POSITION is missing");
  if (isCompressed(primitive) && !hasBytes(gltf, *positions)) {
    return fail(ErrorCode::unsupported,
                "its vertices are compressed (KHR_draco_mesh_compression) and the file holds no "
                "plain copy of them; save it without compression");
  }
  std::size_t numbers = 0;
  for (const auto accessor : {positions, countIn(primitive, "indices")}) {
    if (!accessor) continue;
    const auto info = gltf.accessor(*accessor);
    if (!info) return std::unexpected(info.error());
    numbers += info->count;
  }
  opened.vertices_ = gltf.accessor(*positions)->count;
  for (std::size_t set = 1; opened.has(text("WEIGHTS_", set)); ++set) numbers += opened.vertices_;
  const Json* targets = member(primitive, "targets");
  for (std::size_t i = 0; element(targets, i); ++i) numbers += 3 * opened.vertices_ + shape_price;
  if (auto taken = allowance.take(numbers); !taken) {
    return std::unexpected(taken.error());
  }
  return opened;
}

std::optional<std::size_t> GltfPrimitive::accessorOf(const std::string& attribute) const {
  const Json* attributes = member(*primitive_, "attributes");
  return attributes ? countIn(*attributes, attribute) : std::nullopt;
}

bool drawsTriangles(const Json& primitive) {
  const std::size_t mode = modeOf(primitive);
  return mode == draw_triangles || mode == draw_strip || mode == draw_fan;
}

Result<std::vector<double>> GltfPrimitive::rows(const std::string& attribute,
                                                std::size_t columns) const {
  const auto accessor = accessorOf(attribute);
  if (!accessor) return malformed(text("attribute ", attribute, " is missing"));
  return rowsOf(*accessor, attribute, columns);
}

Result<std::vector<double>> GltfPrimitive::rowsOf(std::size_t accessor, const std::string& name,
                                                  std::size_t columns) const {
  auto numbers = gltf_->readNumbers(accessor);
  if (!numbers) return failAt(name, numbers.error());
  if (numbers->size() != columns * vertices_) {
    return malformed(text("attribute ", name, " does not have ", columns, " numbers for each of ",
                          vertices_, " vertices"));
  }
  if (!std::ranges::all_of(*numbers, [](double x) { return std::isfinite(x); })) {
    return malformed(text("attribute ", name, " holds a number that is not finite"));
  }
  return numbers;
}

Result<Eigen::MatrixXd> GltfPrimitive::positions(int dimensions) const {
  const auto numbers = rows("POSITION", 3);
  if (!numbers) return std::unexpected(numbers.error());
  Eigen::MatrixXd V(static_cast<Eigen::Index>(vertices_), dimensions);
  for (Eigen::Index row = 0; row < V.rows(); ++row) {
    for (Eigen::Index column = 0; column < dimensions; ++column) {
      V(row, column) = (*numbers)[static_cast<std::size_t>(3 * row + column)];
    }
  }
  return V;
}

Result<Eigen::MatrixX2d> GltfPrimitive::textureCoordinates(std::size_t set) const {
  const auto numbers = rows(text("TEXCOORD_", set), 2);
  if (!numbers) return std::unexpected(numbers.error());
  return matrixOf<2>(*numbers);
}

Result<Eigen::MatrixX3d> GltfPrimitive::normals() const {
  if (!has("NORMAL")) return Eigen::MatrixX3d(0, 3);
  const auto numbers = rows("NORMAL", 3);
  if (!numbers) return std::unexpected(numbers.error());
  Eigen::MatrixX3d normals = matrixOf<3>(*numbers);
  for (Eigen::Index row = 0; row < normals.rows(); ++row) {
    const Vec3 normal{normals(row, 0), normals(row, 1), normals(row, 2)};
    if (std::abs(squaredLength(normal) - 1) <= 1e-5) continue;  // but for rounding
    const Vec3 unit = normalized(normal);
    normals.row(row) << unit.x, unit.y, unit.z;
  }
  return normals;
}

Result<Eigen::MatrixX4d> GltfPrimitive::colors() const {
  const auto accessor = accessorOf("COLOR_0");
  if (!accessor) return Eigen::MatrixX4d(0, 4);
  const auto info = gltf_->accessor(*accessor);
  if (!info) return failAt("COLOR_0", info.error());
  const bool has_alpha = info->components == 4;
  const auto numbers = rows("COLOR_0", has_alpha ? 4 : 3);
  if (!numbers) return std::unexpected(numbers.error());
  Eigen::MatrixX4d colors(static_cast<Eigen::Index>(vertices_), 4);
  if (has_alpha) {
    colors = matrixOf<4>(*numbers);
  } else {
    colors.leftCols<3>() = matrixOf<3>(*numbers);
    colors.col(3).setOnes();
  }
  return Eigen::MatrixX4d(colors.cwiseMax(0).cwiseMin(1));
}

Result<Eigen::MatrixX3d> GltfPrimitive::offsets(const Json& target, const char* attribute) const {
  const auto accessor = countIn(target, attribute);
  if (!accessor) return Eigen::MatrixX3d(0, 3);
  const auto numbers = rowsOf(*accessor, attribute, 3);
  if (!numbers) return std::unexpected(numbers.error());
  return matrixOf<3>(*numbers);
}

Result<std::vector<MorphShape>> GltfPrimitive::shapes() const {
  std::vector<MorphShape> shapes;
  const Json* targets = member(*primitive_, "targets");
  for (std::size_t i = 0; const Json* target = element(targets, i); ++i) {
    const std::string place = text("targets[", i, "]");
    auto moved = offsets(*target, "POSITION");
    if (!moved) return failAt(place, moved.error());
    auto turned = offsets(*target, "NORMAL");
    if (!turned) return failAt(place, turned.error());
    if (moved->rows() == 0) moved->setZero(static_cast<Eigen::Index>(vertices_), 3);
    shapes.push_back({.offsets = *std::move(moved), .normal_offsets = *std::move(turned)});
  }
  return shapes;
}

Result<std::vector<std::uint32_t>> GltfPrimitive::corners() const {
  const auto accessor = countIn(*primitive_, "indices");
  if (!accessor) {
    std::vector<std::uint32_t> all(vertices_);
    std::iota(all.begin(), all.end(), 0u);
    return all;
  }
  auto indices = gltf_->readIntegers(*accessor);
  if (!indices) return std::unexpected(indices.error());
  const auto beyond =
      std::ranges::find_if(*indices, [&](std::uint32_t index) { return index >= vertices_; });
  if (beyond != indices->end()) return malformed(text("index ", *beyond, " points at no vertex"));
  return indices;
}

Result<Eigen::MatrixX3i> GltfPrimitive::triangles() const {
  const auto list = corners();
  if (!list) return std::unexpected(list.error());
  const std::size_t mode = modeOf(*primitive_);
  if (mode == draw_triangles && list->size() % 3 != 0) {
    return malformed("its indices are not triangles");
  }
  const std::size_t count =
      mode == draw_triangles ? list->size() / 3 : std::max<std::size_t>(list->size(), 2) - 2;
  Eigen::MatrixX3i F(static_cast<Eigen::Index>(count), 3);
  for (std::size_t t = 0; t < count; ++t) {
    const auto places = cornersOf(mode, t);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      F(static_cast<Eigen::Index>(t), static_cast<Eigen::Index>(corner)) =
          static_cast<int>((*list)[places[corner]]);
    }
  }
  return F;
}

Result<std::vector<std::vector<Influence>>> GltfPrimitive::influences(std::size_t joints) const {
  std::vector<std::vector<Influence>> all(vertices_);
  for (std::size_t set = 0; has(text("WEIGHTS_", set)); ++set) {
    const auto named = rows(text("JOINTS_", set), 4);
    if (!named) return std::unexpected(named.error());
    const auto values = rows(text("WEIGHTS_", set), 4);
    if (!values) return std::unexpected(values.error());
    for (std::size_t i = 0; i < values->size(); ++i) {
      const double joint = (*named)[i], weight = (*values)[i];
      if (weight < 0) return malformed(text("vertex ", i / 4, " has a negative weight"));
      if (weight == 0) continue;
      if (!(joint >= 0 && joint < static_cast<double>(joints))) {
        return malformed(text("vertex ", i / 4, " follows a joint that does not exist"));
      }
      addInfluence(all[i / 4], static_cast<int>(joint), weight);
    }
  }
  return all;
}

Result<std::vector<int>> GltfPrimitive::firstJoints(std::size_t joints) const {
  const auto named = rows("JOINTS_0", 4);
  if (!named) return std::unexpected(named.error());
  std::vector<int> first;
  for (std::size_t v = 0; v < vertices_; ++v) {
    const double joint = (*named)[4 * v];
    const bool exists = joint >= 0 && joint < static_cast<double>(joints);
    first.push_back(exists ? static_cast<int>(joint) : 0);
  }
  return first;
}

}  // namespace vide::detail
