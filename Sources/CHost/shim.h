// What glibc and Linux have for child processes, and Swift's Glibc module leaves out.
#pragma once

#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

// Shown by glibc to GNU sources only.
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions,
                                                const char *folder);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
/// POSIX_SPAWN_SETSID of <spawn.h>, for GNU sources only as well.
static const short host_spawn_setsid = 0x80;

/// A descriptor that becomes readable when the process ends (Linux 5.3), or -1 and errno.
static inline int host_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0u); }

/// The environment of this process. Swift may not touch the global variable itself.
static inline char **host_environment(void) {
  extern char **environ;
  return environ;
}
