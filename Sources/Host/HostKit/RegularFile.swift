internal import Glibc

/// Opens and checks files that must be regular.
///
/// Opening a named pipe may wait forever, and a device must be neither read nor replaced.
package enum RegularFile {
  /// Opens a regular file, without waiting. A new one is never made through a link.
  ///
  /// - Throws: ``SystemError``, also if it is something else, which remains untouched.
  package static func open(
    _ path: String,
    _ flags: CInt,
    mode: UInt32 = 0o600
  ) throws(SystemError) -> CInt {
    // Merely opening some devices changes them.
    try check(path)
    let creates = flags & O_CREAT != 0 ? O_NOFOLLOW : 0
    let descriptor = retrying {
      Glibc.open(path, flags | creates | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode)
    }
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, let kind = kind(of: status) else { return descriptor }
    close(descriptor)
    throw refusal(of: path, kind)
  }

  /// Creates a new file for its owner, beside `path` and with a name that cannot be guessed. It
  /// removes those of processes that were killed.
  static func createTemporary(beside path: String) throws(SystemError) -> (FileDescriptor, String) {
    removeTemporaries(beside: path)
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let name = "\(path).\(getpid()).\(number).new"
    let flags = O_WRONLY | O_CREAT | O_EXCL
    return (FileDescriptor(owning: try open(name, flags)), name)
  }

  /// Removes the temporary files of processes that do not run any more.
  private static func removeTemporaries(beside path: String) {
    let directory = parentDirectory(of: path)
    let prefix = (path.split(separator: "/").last ?? "") + "."
    for name in namesOfFiles(in: directory) where name.hasPrefix(prefix) && name.hasSuffix(".new") {
      let parts = name.dropFirst(prefix.count).split(
        separator: ".",
        omittingEmptySubsequences: false
      )
      // Nobody else names files so: "notes.2024.draft.new" has no random number.
      guard parts.count == 3, let pid = pid_t(parts[0]), pid > 0, parts[1].count > 8,
        UInt64(parts[1], radix: 36) != nil
      else { continue }
      var status = stat()
      guard lstat("\(directory)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid()
      else { continue }
      if kill(pid, 0) != 0, errno == ESRCH { unlink("\(directory)/\(name)") }
    }
  }

  /// Checks that a path leads to a regular file, or to nothing, and by no link that another user has planted.
  package static func check(_ path: String) throws(SystemError) {
    _ = try target(of: path)
    var status = stat()
    if stat(path, &status) == 0 {
      guard let kind = kind(of: status) else { return }
      throw refusal(of: path, kind)
    }
    // A file that exists now was created after the first check.
    guard errno == ENOENT, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      return
    }
    throw refusal(of: path, "a link to a file that does not exist")
  }

  /// The file that a path names, whose links, also those in the place of directories, are followed by the
  /// kernel's rule (`fs.protected_symlinks`), also where it is off: not if another user may have planted them.
  package static func target(of path: String) throws(SystemError) -> String {
    var target = path.hasPrefix("/") ? "/" : ""
    // The next one last.
    var names = Array(path.split(separator: "/").reversed())
    var linkCount = 0
    while let name = names.popLast() {
      let next = target.isEmpty || target == "/" ? target + name : "\(target)/\(name)"
      var status = stat()
      guard lstat(next, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        target = next
        continue
      }
      if isPlanted(next, status) { throw plantedRefusal(of: path, "a link") }
      linkCount += 1
      guard linkCount <= maxLinks else { throw SystemError("open \(path)", code: ELOOP) }
      guard let destination = destination(ofLinkAt: next) else {
        target = next
        continue
      }
      if destination.hasPrefix("/") { target = "/" }
      names += destination.split(separator: "/").reversed()
    }
    return target
  }

  private static func destination(ofLinkAt path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &buffer, buffer.count)
    guard length > 0 else { return nil }
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Checks that a file may be replaced by the kernel's rule for files that are written
  /// (`fs.protected_regular`): not if another user may have planted it.
  static func checkReplacing(_ path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0, isPlanted(path, status) else { return }
    throw plantedRefusal(of: path, "a file")
  }

  /// The maximum number of links of the kernel.
  private static let maxLinks = 40

  /// Whether something is in a directory where everybody may write, and belongs neither to this user
  /// nor to the owner of the directory.
  private static func isPlanted(_ path: String, _ status: stat) -> Bool {
    guard status.st_uid != geteuid() else { return false }
    var directory = stat()
    guard stat(parentDirectory(of: path), &directory) == 0 else { return false }
    let shared = S_ISVTX | S_IWOTH
    return directory.st_mode & shared == shared && directory.st_uid != status.st_uid
  }

  private static func plantedRefusal(of path: String, _ what: String) -> SystemError {
    let reason = "It is \(what) of another user in a directory where everybody may write."
    return SystemError("open \(path)", code: EACCES, reason: reason)
  }

  private static func refusal(of path: String, _ kind: String) -> SystemError {
    let code = kind == "a directory" ? EISDIR : EINVAL
    return SystemError("open \(path)", code: code, reason: "It is \(kind), not a regular file.")
  }

  /// The kind of a file, `nil` if it is regular.
  private static func kind(of status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a directory"
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "a special file"
    }
  }
}
