// Where threads begin to run.
#pragma once

namespace evorisk {

// Starts OpenMP's threads, as a parallel region of `threads` does that the calling thread enters
// next, each on a processor of its own, and leaves them free to move from then on. Systems put a
// new thread beside its maker now and then and take milliseconds to notice: in a short evolution,
// a tenth of all its time. Does nothing where there are more threads than processors, where threads
// are bound to places (OMP_PROC_BIND), and on systems other than Linux.
void spread_threads(int threads);

}  // namespace evorisk
