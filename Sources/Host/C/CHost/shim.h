// What glibc and Linux have for child processes and waiting, and Swift's Glibc module leaves out.
#pragma once

#include <malloc.h>
#include <spawn.h>
#include <stdint.h>
#include <asm/resource.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

// Shown by glibc to GNU sources only.
extern int pipe2(int ends[2], int flags);
extern int syncfs(int descriptor);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions,
                                                const char *folder);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
/// POSIX_SPAWN_SETSID of <spawn.h>, for GNU sources only as well.
static const short host_spawn_setsid = 0x80;

/// A descriptor that becomes readable when the process ends (Linux 5.3), or -1 and errno.
static inline int host_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0u); }

/// Sends a signal to the process of such a descriptor, and to no later one of its number.
static inline int host_pidfd_send_signal(int descriptor, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, (void *)0, 0u);
}

/// Makes this process the parent of descendants whose own parent has ended.
static inline int host_adopt_orphans(void) {
  return (int)syscall(SYS_prctl, 36, 1ul, 0ul, 0ul, 0ul);  // PR_SET_CHILD_SUBREAPER
}

/// A child that has ended and was not reaped, or 0. Its status stays.
static inline pid_t host_ended_child(void) {
  int info[32] = {0};  // A siginfo_t, whose fifth number is si_pid.
  int options = 0x01000005;  // WEXITED | WNOHANG | WNOWAIT
  return syscall(SYS_waitid, 0 /* P_ALL */, 0, info, options, (void *)0) == 0 ? info[4] : 0;
}

/// The limits that a process of ours can have.
enum host_resource {
  host_core_size = RLIMIT_CORE,
  host_open_files = RLIMIT_NOFILE,
  host_address_space = RLIMIT_AS,
  host_file_size = RLIMIT_FSIZE,
  host_data_size = RLIMIT_DATA,
  host_processes = RLIMIT_NPROC,
};

/// Reads and sets a limit of a process: {the one that holds, the highest that it may set}.
static inline int host_limit(pid_t pid, enum host_resource resource, const uint64_t *set,
                             uint64_t *found) {
  return (int)syscall(SYS_prlimit64, pid, (int)resource, set, found);
}

/// Returns the free memory of the allocator to the system.
static inline void host_release_memory(void) { malloc_trim(0); }

/// Limits the arenas of the allocator: glibc creates up to eight for each processor.
static inline void host_limit_arenas(int count) { mallopt(M_ARENA_MAX, count); }

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
