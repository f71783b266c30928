internal import Glibc

/// What a process has written to the pipes that are its standard output and error.
package struct ProcessOutput {
  package private(set) var output: [UInt8] = []
  package private(set) var errors: [UInt8] = []
  private let child: ChildProcess
  private var isOpen = (output: true, errors: true)

  package init(of child: ChildProcess) { self.child = child }

  /// What is read at once: more than a pipe holds by default.
  private static let readBytes = 128 * 1024
  /// The most reads of what a process has left in its pipes when it ended. Another process may go on writing.
  private static let maxReadsAtEnd = 64

  /// Waits until the process has written something or has ended, at most until the deadline or a signal, and
  /// reads what it has written. The caller bounds the size.
  ///
  /// - Returns: whether it has ended. Then all that it wrote was read.
  package mutating func readMore(until deadline: Deadline) throws(SystemError) -> Bool {
    var files = [
      child.end.descriptor, isOpen.output ? child.output?.descriptor : nil,
      isOpen.errors ? child.errors?.descriptor : nil,
    ].map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
    poll(&files, nfds_t(files.count), CInt(clamping: deadline.remainingMs))
    let hasEnded = files[0].revents != 0
    for _ in 0..<(hasEnded ? ProcessOutput.maxReadsAtEnd : 1) {
      let before = output.count + errors.count
      if hasEnded || files[1].revents != 0 {
        isOpen.output = try ProcessOutput.read(child.output, isOpen.output, &output)
      }
      if hasEnded || files[2].revents != 0 {
        isOpen.errors = try ProcessOutput.read(child.errors, isOpen.errors, &errors)
      }
      if output.count + errors.count == before { break }
    }
    return hasEnded
  }

  /// - Returns: whether more may follow.
  private static func read(
    _ pipe: FileDescriptor?,
    _ isOpen: Bool,
    _ bytes: inout [UInt8]
  ) throws(SystemError) -> Bool {
    guard let pipe, isOpen else { return false }
    switch try pipe.read(atMost: readBytes) {
    case .bytes(let more): bytes += more
    case .nothing: break
    case .end: return false
    }
    return true
  }
}
