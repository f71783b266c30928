package import HostKit

/// The calls into the system that the store makes, so that tests can let each of them fail, and cut
/// every write at every byte.
package protocol FileSystem: Sendable {
  /// Opens a file. A new one is for its owner alone.
  func open(_ path: String, _ access: FileAccess) throws(SystemError) -> OpenFileHandle
  func close(_ file: OpenFileHandle)
  /// Reads so many bytes from a place; fewer where the file ends.
  func read(_ file: OpenFileHandle, from offset: Int, count: Int) throws(SystemError) -> [UInt8]
  /// Writes at the end of the file, maybe less than all.
  ///
  /// - Returns: how many bytes were written.
  func append(_ file: OpenFileHandle, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  func truncate(_ file: OpenFileHandle, to size: Int) throws(SystemError)
  /// Brings the contents to the disk (`fdatasync`).
  func syncData(_ file: OpenFileHandle) throws(SystemError)
  /// Brings the contents and all that is known of the file to the disk (`fsync`).
  func sync(_ file: OpenFileHandle) throws(SystemError)
  /// Brings the names in a folder to the disk.
  func syncFolder(_ path: String) throws(SystemError)
  func rename(_ path: String, to newPath: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  /// Makes a folder, and those above it.
  func makeFolders(_ path: String) throws(SystemError)
  func status(_ file: OpenFileHandle) throws(SystemError) -> FileStatus
  /// Nothing where there is no such file or folder.
  func status(at path: String) throws(SystemError) -> FileStatus?
  /// Takes the lock of a file, without waiting; it is let go when the file is closed.
  ///
  /// - Returns: whether it was free.
  func lock(_ file: OpenFileHandle) throws(SystemError) -> Bool
  /// The path without links; itself where it leads nowhere.
  func resolved(_ path: String) -> String
}

/// An open file.
package struct OpenFileHandle: Hashable, Sendable {
  package let descriptor: CInt

  package init(_ descriptor: CInt) { self.descriptor = descriptor }
}

/// For what a file is opened.
package enum FileAccess: Hashable, Sendable {
  case reading
  /// Reading, and writing at the end.
  case appending
  /// The same, and it is made where it is not there.
  case making
  /// The same, and it is empty.
  case replacing
}

/// What tells whether a file is still the same, and was not written by anybody else.
package struct FileStatus: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int
  /// Nanoseconds since 1970.
  package let modified: Int64
  package let isFolder: Bool

  package init(device: UInt64, inode: UInt64, size: Int, modified: Int64, isFolder: Bool) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.isFolder = isFolder
  }

  func with(size: Int) -> FileStatus {
    FileStatus(device: device, inode: inode, size: size, modified: modified, isFolder: isFolder)
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
