// Smooth noise for lines that are to look drawn by nature.
#pragma once

namespace evorisk::maps {

// Between -1 and 1: fixed random values on the integer lattice, blended. Different parts of the
// plane, far apart, serve as different noises.
double smooth_noise(double x, double y);

}  // namespace evorisk::maps
