internal import Glibc
package import HostKit

/// The files of this machine.
package struct PosixFileSystem: FileSystem {
  /// The name of the open file in error messages.
  private let name: String

  package init(name: String = "the favourites") { self.name = name }

  package func open(_ path: String, _ access: FileAccess) throws(SystemError) -> OpenFileHandle {
    let flags: CInt =
      switch access {
      case .reading: O_RDONLY
      case .appending: O_RDWR | O_APPEND
      case .making: O_RDWR | O_APPEND | O_CREAT
      case .replacing: O_RDWR | O_APPEND | O_CREAT | O_EXCL
      }
    if case .replacing = access { try remove(path, ignoring: ENOENT) }
    return OpenFileHandle(try RegularFile.open(path, flags))
  }

  package func close(_ file: OpenFileHandle) { Glibc.close(file.descriptor) }

  package func read(
    _ file: OpenFileHandle,
    from offset: Int,
    count: Int
  ) throws(SystemError) -> [UInt8] {
    var code: CInt?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let length = pread(file.descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        if length == 0 { break }
        if length > 0 { filled += length } else if errno != EINTR { code = errno }
        if code != nil { break }
      }
    }
    if let code { throw SystemError("read \(name)", code: code) }
    return bytes
  }

  package func append(
    _ file: OpenFileHandle,
    _ bytes: ArraySlice<UInt8>
  ) throws(SystemError) -> Int {
    let length = try checked("write \(name)") {
      bytes.withUnsafeBytes { write(file.descriptor, $0.baseAddress, $0.count) }
    }
    // A disk that accepts nothing without an error would cause an endless loop.
    guard length > 0 || bytes.isEmpty else {
      throw SystemError("write \(name)", code: ENOSPC)
    }
    return length
  }

  package func truncate(_ file: OpenFileHandle, to size: Int) throws(SystemError) {
    try checked("shorten \(name)") { ftruncate(file.descriptor, off_t(size)) }
  }

  package func syncData(_ file: OpenFileHandle) throws(SystemError) {
    try checked("sync \(name)") { fdatasync(file.descriptor) }
  }

  package func sync(_ file: OpenFileHandle) throws(SystemError) {
    try checked("sync \(name)") { fsync(file.descriptor) }
  }

  package func syncDirectory(_ path: String) throws(SystemError) {
    let directory = try checked("open \(path)") {
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    defer { Glibc.close(directory) }
    try checked("sync the directory \(path)") { fsync(directory) }
  }

  package func rename(_ path: String, to newPath: String) throws(SystemError) {
    try checked("replace \(newPath)") { Glibc.rename(path, newPath) }
  }

  package func remove(_ path: String) throws(SystemError) {
    try remove(path, ignoring: 0)
  }

  /// Removes a regular file or a link, nothing else.
  private func remove(_ path: String, ignoring code: CInt) throws(SystemError) {
    try RegularFile.check(path)
    guard unlink(path) == 0 || errno == code else { throw SystemError("remove \(path)") }
  }

  package func makeDirectories(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let parent = parentDirectory(of: path)
    guard errno == ENOENT, parent != path else { throw SystemError("create the directory \(path)") }
    try makeDirectories(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw SystemError("create the directory \(path)")
    }
  }

  package func status(_ file: OpenFileHandle) throws(SystemError) -> FileStatus {
    var status = stat()
    try checked("inspect \(name)") { fstat(file.descriptor, &status) }
    return FileStatus(status)
  }

  package func checkKind(_ path: String) throws(SystemError) { try RegularFile.check(path) }

  package func status(at path: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    if stat(path, &status) == 0 { return FileStatus(status) }
    guard errno == ENOENT || errno == ENOTDIR else { throw SystemError("inspect \(path)") }
    return nil
  }

  package func lock(_ file: OpenFileHandle) throws(SystemError) -> Bool {
    while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw SystemError("lock \(name)") }
    }
    return true
  }

  package func resolved(_ path: String) -> String {
    // What ``checkKind(_:)`` refuses is not followed either.
    (try? RegularFile.target(of: path)) ?? path
  }

  /// Repeats a call for as long as signals interrupt it.
  @discardableResult
  private func checked<Number: SignedInteger>(
    _ action: String,
    _ call: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw SystemError(action) }
    }
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    self.init(
      device: UInt64(status.st_dev),
      inode: UInt64(status.st_ino),
      size: Int(status.st_size),
      // Only compared: a date after 2262 wraps.
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
      isDirectory: status.st_mode & S_IFMT == S_IFDIR
    )
  }
}
