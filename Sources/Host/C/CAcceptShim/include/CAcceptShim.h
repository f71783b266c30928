// Keeps listening sockets working when the process runs out of file descriptors.
//
// If accept4 fails with EMFILE on an ipc socket, libzmq 4.3.4 aborts the process (ipc_listener.cpp);
// if it fails with ECONNABORTED, libzmq continues. Every program that links this target replaces
// accept4 with a version that rejects the connection and reports ECONNABORTED instead of EMFILE.
#pragma once

/// Reserves a file descriptor for rejecting connections. Without it, they stay in the queue of the
/// listening socket, and libzmq polls that socket in a busy loop.
void accept_reserve_descriptor(void);
