#include <sys/eventfd.h>  // to wake a poll loop; Swift's Glibc module leaves it out
#include <zmq.h>
