// libzmq, loaded with the first call into it.
//
// Debian's libzmq brings fourteen libraries along, and loading them costs a process more than all
// else that it does at its start. So no program here is linked with libzmq: those of its functions
// that are called are defined in this target, and go on to the library that the first of them has
// loaded. Whoever only wants to read the help does not wait for it.
//
// Where there is no libzmq, there is no context either: `zmq_ctx_new` fails with ELIBACC, for which
// `zmq_strerror` tells what to install.
#pragma once

#include <sys/eventfd.h>  // to wake a poll loop; Swift's Glibc module leaves it out
#include <zmq.h>
