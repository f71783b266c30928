internal import CHost
internal import Glibc

extension FileDescriptor {
  /// Both ends of a new pipe, never in the place of a standard stream.
  static func pipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [CInt] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError("make a pipe") }
    let (reading, writing) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
    return (try reading.aboveStandardStreams(), try writing.aboveStandardStreams())
  }

  /// A copy above the standard streams, where this one lies among them because they were closed.
  func aboveStandardStreams() throws(SystemError) -> FileDescriptor {
    guard descriptor <= STDERR_FILENO else { return self }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard copy >= 0 else { throw SystemError("copy a descriptor") }
    return FileDescriptor(owning: copy)
  }

  /// Writes everything of the file system of a file to the disk.
  package func syncFileSystem() throws(SystemError) {
    guard syncfs(descriptor) == 0 else { throw SystemError("write to the disk") }
  }

  /// Makes reads and writes return instead of waiting.
  func setNonBlocking() throws(SystemError) {
    guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else {
      throw SystemError("set up a pipe")
    }
  }

  /// A descriptor that becomes readable when the process ends; the process must exist.
  static func processEnd(of pid: pid_t) throws(SystemError) -> FileDescriptor {
    let descriptor = host_pidfd_open(pid)
    guard descriptor >= 0 else { throw SystemError("watch the process \(pid)") }
    return FileDescriptor(owning: descriptor)
  }

  /// Kills the process whose end this is.
  func killProcess() {
    _ = host_pidfd_send_signal(descriptor, SIGKILL)
  }
}
