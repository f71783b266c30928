#pragma once

#include <sys/eventfd.h>  // missing from Swift's Glibc module
#include <zmq.h>
