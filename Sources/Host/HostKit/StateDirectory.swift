internal import FoundationEssentials
internal import Glibc

/// The directory in which a program on JSON lines may write, and which is emptied if it gets too full.
///
/// Programs may be hostile, so what is below is reached by descriptors and single names, never by a path: a
/// path may be too long for the system, or lead elsewhere.
package enum StateDirectory {
  /// The name of the file that the hub puts into each that it makes.
  package static let marker = ".musicbus-state"
  private static let mark = Array(marker.utf8CString)

  /// Makes the directory, if it is missing, and marks it.
  ///
  /// - Throws: ``PathError`` or ``SystemError``
  package static func make(at path: String) throws {
    try HubPaths.makeDirectory(path)
    // A program may have made its own directory unusable.
    makeUsable(path)
    if let directory = openDirectory(path, in: AT_FDCWD) {
      // Whatever the program may have put there instead.
      _ = remove(mark, from: dirfd(directory))
      closedir(directory)
    }
    let file = open("\(path)/\(marker)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 || errno == EEXIST else { throw SystemError("mark \(path)") }
    if file >= 0 { close(file) }
  }

  /// Whether a directory has the mark of a hub: nothing else may be emptied.
  package static func isMarked(_ path: String) -> Bool {
    var (directory, file) = (stat(), stat())
    return lstat(path, &directory) == 0 && directory.st_mode & S_IFMT == S_IFDIR
      && lstat("\(path)/\(marker)", &file) == 0 && file.st_mode & S_IFMT == S_IFREG
      && file.st_uid == getuid()
  }

  /// What the files in a directory and below use.
  package struct Usage: Hashable, Sendable {
    /// Bytes on the disk.
    package fileprivate(set) var bytes = 0
    /// Files and directories.
    package fileprivate(set) var files = 0
    /// Whether there may be more: in a directory that cannot be read, or deeper than ``maxDepth``.
    package fileprivate(set) var isPartial = false
  }

  /// How many directories may be in one another; all of them are open while files are counted.
  package static let maxDepth = 32

  /// Counts what is in a directory, until there are more than `maxFiles`.
  package static func usage(of path: String, maxFiles: Int = 10_000) -> Usage {
    var usage = Usage()
    count(path, in: AT_FDCWD, depth: 0, maxFiles, &usage)
    return usage
  }

  private static func count(
    _ name: UnsafePointer<CChar>,
    in parent: CInt,
    depth: Int,
    _ maxFiles: Int,
    _ usage: inout Usage
  ) {
    guard depth <= maxDepth, let directory = openDirectory(name, in: parent) else {
      // Anything else than a refusal is not the program's doing, or it has removed the directory meanwhile.
      if depth > maxDepth || errno == EACCES { usage.isPartial = true }
      return
    }
    defer { closedir(directory) }
    while usage.files <= maxFiles, let name = nextName(in: directory) {
      var status = stat()
      guard fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        // Names may be readable, but not what they lead to.
        if errno == EACCES { usage.isPartial = true }
        continue
      }
      usage.files += 1
      usage.bytes += Int(status.st_blocks) * 512
      guard status.st_mode & S_IFMT == S_IFDIR else { continue }
      count(name, in: dirfd(directory), depth: depth + 1, maxFiles, &usage)
    }
  }

  /// Removes all from a directory but its mark, if it is the one that is meant.
  ///
  /// What is in a directory below is moved up first, so that no depth is too much. After the deadline, the
  /// rest remains: something may still be writing.
  package static func empty(_ path: String, if identity: FileIdentity, until deadline: Deadline) {
    guard FileIdentity(at: path) == identity else { return }
    makeUsable(path)
    guard let directory = openDirectory(path, in: AT_FDCWD) else { return }
    defer { closedir(directory) }
    guard FileIdentity(of: dirfd(directory)) == identity else { return }
    let hasMark = isMarked(path)
    var isChanged = true
    while isChanged, !deadline.isExpired {
      isChanged = false
      rewinddir(directory)
      while !deadline.isExpired, let name = nextName(in: directory) {
        if name != mark || !hasMark, remove(name, from: dirfd(directory)) { isChanged = true }
      }
    }
  }

  /// Removes a file, or a directory after what is in it has been removed or moved to `parent`.
  private static func remove(_ name: [CChar], from parent: CInt) -> Bool {
    if unlinkat(parent, name, 0) == 0 { return true }
    makeUsable(name, in: parent)
    guard let directory = openDirectory(name, in: parent) else { return false }
    while let inner = nextName(in: directory) {
      if unlinkat(dirfd(directory), inner, 0) == 0 { continue }
      // Only those who may write to a directory may move it.
      makeUsable(inner, in: dirfd(directory))
      renameat(dirfd(directory), inner, parent, ".moved-\(UInt64.random(in: 0...UInt64.max))")
    }
    closedir(directory)
    return unlinkat(parent, name, AT_REMOVEDIR) == 0
  }

  /// Gives the owner of a directory all rights to it; a link is not followed.
  private static func makeUsable(_ name: UnsafePointer<CChar>, in parent: CInt = AT_FDCWD) {
    fchmodat(parent, name, 0o700, AT_SYMLINK_NOFOLLOW)
  }

  /// Opens a directory by its path, or by its name in another one: no link is followed then.
  private static func openDirectory(
    _ name: UnsafePointer<CChar>,
    in parent: CInt
  ) -> OpaquePointer? {
    let links = parent == AT_FDCWD ? 0 : O_NOFOLLOW
    let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | links)
    guard descriptor >= 0 else { return nil }
    guard let directory = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    return directory
  }

  /// The next name in an open directory but "." and ".."; as bytes, since it may be no text.
  private static func nextName(in directory: OpaquePointer) -> [CChar]? {
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.bindMemory(to: CChar.self).prefix { $0 != 0 }) + [0]
      }
      if name != [46, 0], name != [46, 46, 0] { return name }
    }
    return nil
  }
}
