package import HostKit

/// The system calls of the store. Tests make each of them fail, and truncate every write at every
/// byte.
package protocol FileSystem: Sendable {
  /// Opens a file. A new one is for its owner alone.
  func open(_ path: String, _ access: FileAccess) throws(SystemError) -> OpenFileHandle
  func close(_ file: OpenFileHandle)
  /// Reads `count` bytes at `offset`; fewer at the end of the file.
  func read(_ file: OpenFileHandle, from offset: Int, count: Int) throws(SystemError) -> [UInt8]
  /// Writes at the end of the file, maybe less than all.
  ///
  /// - Returns: how many bytes were written.
  func append(_ file: OpenFileHandle, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  func truncate(_ file: OpenFileHandle, to size: Int) throws(SystemError)
  /// Makes the contents durable (`fdatasync`).
  func syncData(_ file: OpenFileHandle) throws(SystemError)
  /// Makes the contents and metadata durable (`fsync`).
  func sync(_ file: OpenFileHandle) throws(SystemError)
  /// Makes the names in a directory durable.
  func syncDirectory(_ path: String) throws(SystemError)
  func rename(_ path: String, to newPath: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  /// Creates a directory and its parents.
  func makeDirectories(_ path: String) throws(SystemError)
  func status(_ file: OpenFileHandle) throws(SystemError) -> FileStatus
  /// Checks that a path leads to a regular file, or to nothing.
  func checkKind(_ path: String) throws(SystemError)
  /// Returns `nil` if the file does not exist.
  func status(at path: String) throws(SystemError) -> FileStatus?
  /// Takes the lock of a file, without waiting; closing the file releases it.
  ///
  /// - Returns: whether it was free.
  func lock(_ file: OpenFileHandle) throws(SystemError) -> Bool
  /// The path with links resolved; itself if its target does not exist.
  func resolved(_ path: String) -> String
}

/// An open file.
package struct OpenFileHandle: Hashable, Sendable {
  package let descriptor: CInt

  package init(_ descriptor: CInt) { self.descriptor = descriptor }
}

/// The access mode of an open file.
package enum FileAccess: Hashable, Sendable {
  case reading
  /// Reading, and writing at the end.
  case appending
  /// The same, and creates a missing file.
  case making
  /// The same, and it is empty.
  case replacing
}

/// Identifies a file and detects changes by other programs.
package struct FileStatus: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int
  /// The time of the last change in nanoseconds since 1970, modulo 2^64.
  package let modified: Int64
  package let isDirectory: Bool

  package init(device: UInt64, inode: UInt64, size: Int, modified: Int64, isDirectory: Bool) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.isDirectory = isDirectory
  }

  func with(size: Int) -> FileStatus {
    FileStatus(
      device: device,
      inode: inode,
      size: size,
      modified: modified,
      isDirectory: isDirectory
    )
  }
}

extension FileSystem {
  /// Writes all bytes at the end.
  func appendAll(_ file: OpenFileHandle, _ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try append(file, rest)) }
  }

  /// Reads a file from `offset` to its end, as it is now.
  func readAll(_ file: OpenFileHandle, from offset: Int = 0) throws(SystemError) -> [UInt8] {
    let size = try status(file).size
    return size > offset ? try read(file, from: offset, count: size - offset) : []
  }
}
