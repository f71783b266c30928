internal import Glibc

/// An open file, pipe or socket that is closed with its last reference.
package final class FileDescriptor: Sendable {
  /// The descriptor, which remains owned: poll it, but do not close it.
  package let descriptor: CInt
  /// The path of the file, if it was opened by one.
  private let path: String?

  /// Takes over a descriptor.
  init(owning descriptor: CInt) {
    self.descriptor = descriptor
    path = nil
  }

  deinit {
    close(descriptor)
  }

  /// Opens a regular file or, with `O_DIRECTORY`, a directory. Children do not inherit it.
  package init(_ path: String, _ flags: CInt, mode: UInt32 = 0o600) throws(SystemError) {
    self.path = path
    guard flags & O_DIRECTORY == 0 else {
      descriptor = retrying { open(path, flags | O_CLOEXEC) }
      if descriptor < 0 { throw SystemError("open \(path)") }
      return
    }
    descriptor = try RegularFile.open(path, flags, mode: mode)
  }

  /// Opens a file of any kind, such as a device.
  package init(ofAnyKind path: String, _ flags: CInt) throws(SystemError) {
    self.path = path
    descriptor = retrying { open(path, flags | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
  }

  /// Opens what the user names to be read: a regular file, or `-` for standard input.
  ///
  /// A shell passes a pipe as `/dev/fd/63`. A pipe elsewhere may have no writer.
  package convenience init(input path: String) throws(SystemError) {
    if let number = FileDescriptor.number(in: path) {
      try self.init(copying: number, path == "-" ? "standard input" : path)
    } else {
      try self.init(path, O_RDONLY)
    }
  }

  /// Copies a descriptor. Unlike opening its path again, this is possible for sockets.
  private init(copying number: CInt, _ path: String) throws(SystemError) {
    self.path = path
    descriptor = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
  }

  /// The number of the descriptor that a path stands for.
  private static func number(in path: String) -> CInt? {
    if path == "-" || path == "/dev/stdin" { return STDIN_FILENO }
    for directory in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(directory) {
      return CInt(path.dropFirst(directory.count))
    }
    return nil
  }

  private func failed(_ action: String) -> SystemError {
    SystemError(path.map { "\(action) \($0)" } ?? action)
  }
}

/// The result of a read.
package enum ReadResult: Hashable, Sendable {
  case bytes([UInt8])
  /// Nothing for now.
  case nothing
  case end
}

extension FileDescriptor {
  /// Reads the available bytes, up to a limit.
  package func read(atMost count: Int = 16 * 1024) throws(SystemError) -> ReadResult {
    var buffer = [UInt8](repeating: 0, count: count)
    let length = retrying { Glibc.read(descriptor, &buffer, count) }
    if length == 0 { return .end }
    guard length > 0 else {
      if errno == EAGAIN { return .nothing }
      throw failed("read")
    }
    return .bytes(Array(buffer.prefix(length)))
  }

  /// Reads to the end of a file, and waits where another process has made it non-blocking.
  ///
  /// - Throws: ``SystemError``, also if there are more than `limit` bytes.
  package func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var contents: [UInt8] = []
    while true {
      switch try read() {
      case .bytes(let bytes): contents += bytes
      case .nothing: _ = waitUntilReadable(.after(.seconds(60)))
      case .end: return contents
      }
      guard contents.count <= limit else {
        throw SystemError.tooLarge(path ?? "standard input", maxBytes: limit)
      }
    }
  }

  /// Writes all bytes. To a pipe whose queue is full it does not wait: that is an error.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let length = rest.withUnsafeBytes { buffer in
        retrying { Glibc.write(descriptor, buffer.baseAddress, buffer.count) }
      }
      guard length >= 0 else { throw failed("write") }
      rest = rest.dropFirst(length)
    }
  }

  /// Writes all bytes, and waits while the queue of a pipe is full.
  ///
  /// - Throws: ``SystemError``, with `ETIMEDOUT` at the deadline.
  package func write(_ bytes: [UInt8], until deadline: Deadline) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let length = rest.withUnsafeBytes { buffer in
        retrying { Glibc.write(descriptor, buffer.baseAddress, buffer.count) }
      }
      if length >= 0 {
        rest = rest.dropFirst(length)
        continue
      }
      guard errno == EAGAIN else { throw failed("write") }
      guard !deadline.isExpired else { throw SystemError("write", code: ETIMEDOUT) }
      var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&item, 1, CInt(clamping: deadline.remainingMs))
    }
  }

  /// Waits until there is something to read (or the end), or the deadline is over.
  ///
  /// - Returns: whether there is. A signal that comes in between ends the wait early.
  package func waitUntilReadable(_ deadline: Deadline) -> Bool {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, CInt(clamping: deadline.remainingMs)) > 0
  }
}
