internal import Glibc

/// The end of a process, as a descriptor that becomes readable.
package struct ProcessExitWatch: Sendable {
  private let file: FileDescriptor

  /// - Throws: ``SystemError`` with `ESRCH` if the process does not exist.
  package init(of pid: Int32) throws(SystemError) {
    file = try FileDescriptor.processEnd(of: pid)
  }

  /// To be polled: readable as soon as the process has ended.
  package var descriptor: CInt { file.descriptor }

  /// Ends this process by force, and never another one that has got its number.
  package func force() {
    file.killProcess()
  }

  /// Waits until the process has ended or the deadline is over.
  ///
  /// - Returns: whether it has ended.
  package func wait(_ deadline: Deadline) -> Bool {
    while !file.waitUntilReadable(deadline) {
      if deadline.isExpired { return false }
    }
    return true
  }
}
