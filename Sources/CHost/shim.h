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

// <sys/signalfd.h> would give this module types that belong to Glibc's.
extern int signalfd(int descriptor, const void *signals, int flags);

/// A descriptor from which the signals of a sigset_t are read instead of being delivered.
static inline int host_signalfd(const void *signals) {
  return signalfd(-1, signals, 02000000 | 04000);  // SFD_CLOEXEC | SFD_NONBLOCK
}
