#pragma once

class btSoftBody;
struct btSoftBodyWorldInfo;

namespace ricochet::scenes {

/// A soft sphere about the origin: a cube of cells, an even number along each edge, of five tetrahedra each,
/// whose layers become shells. Links are the edges of tetrahedra, faces those of the surface. The caller owns
/// it. `radius`: metres.
btSoftBody* tetrahedralSphere(btSoftBodyWorldInfo& info, int cells, double radius);

}  // namespace ricochet::scenes
