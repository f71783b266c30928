// Listening sockets that outlive a shortage of descriptors.
//
// libzmq 4.3.4 ends the process where accept on an ipc socket fails with EMFILE (ipc_listener.cpp); a
// connection that was given up by its other side (ECONNABORTED) it just passes over. So in a program
// with this target, `accept4` gives the one for the other, and turns the connection away.
#pragma once

/// Keeps one descriptor to turn connections away with, when there is no other left. Without it they
/// stay in the queue of the listening socket, which is looked at again and again.
void accept_keep_spare(void);
