// Keeps listening sockets working when the process runs out of file descriptors.
//
// If accept4 fails with EMFILE on an ipc socket, libzmq 4.3.4 aborts the process (ipc_listener.cpp);
// if it fails with ECONNABORTED, libzmq continues. Every program that links this target replaces
// accept4 with a version that rejects the connection and reports ECONNABORTED instead of EMFILE.
#pragma once

/// Reserves file descriptors that no connection takes: one for rejecting connections, without which
/// they stay in the queue of the listening socket, and libzmq polls that socket in a busy loop; and
/// the last ones below the limit for everything else. Dispatch opens files of its own late, and ends
/// the process if it cannot.
void accept_reserve_descriptors(void);
