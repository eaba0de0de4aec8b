// SPDX-License-Identifier: MIT
#include "vide/formats/obj.hpp"

#include <doctest/doctest.h>

using namespace vide;

TEST_CASE("objects follow one another with indices that count over the whole file") {
  ObjObject flat{"flat\nname", {}, {}}, solid{"solid", {}, {}};
  flat.mesh.V.resize(3, 2);
  flat.mesh.V << 0, 0, 1.5, 0, 0, 0.1;
  flat.mesh.F.resize(1, 3);
  flat.mesh.F << 0, 1, 2;
  flat.uv.resize(3, 2);
  flat.uv << 0, 0, 1, 0, 0, 0.25;
  solid.mesh.V.resize(3, 3);
  solid.mesh.V << 0, 0, 1, 1, 0, 2, 0, 1, 3;
  solid.mesh.F = flat.mesh.F;
  CHECK(writeObj(std::vector{flat, solid}) ==
        "o flat name\n"
        "v 0 0 0\nv 1.5 0 0\nv 0 0.1 0\n"
        "vt 0 1\nvt 1 1\nvt 0 0.75\n"
        "f 1/1 2/2 3/3\n"
        "o solid\n"
        "v 0 0 1\nv 1 0 2\nv 0 1 3\n"
        "f 4 5 6\n");
  CHECK(writeObj({}).empty());
}
