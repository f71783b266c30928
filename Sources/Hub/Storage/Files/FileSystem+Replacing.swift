internal import HostKit

extension FileSystem {
  /// Replaces a regular file atomically.
  ///
  /// The new contents are durable when this returns. If `path` is a symbolic link, its target is replaced;
  /// anything else is refused.
  ///
  /// - Throws: ``SystemError``. The file is unchanged, unless the error says that the change may be lost.
  func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    try checkKind(path)
    let target = resolved(path)
    let temporary = "\(target).new"
    close(try make(temporary, bytes))
    do throws(SystemError) {
      try rename(temporary, to: target)
    } catch {
      try? remove(temporary)
      throw error
    }
    do throws(SystemError) {
      try syncDirectory(parentDirectory(of: target))
    } catch {
      throw .replacedWithoutSync(path, error)
    }
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``SystemError`` also if it has more than `limit` bytes.
  func contents(of path: String, maxBytes limit: Int) throws(SystemError) -> [UInt8] {
    let file = try open(path, .reading)
    defer { close(file) }
    guard try status(file).size <= limit else {
      throw SystemError.tooLarge(path, maxBytes: limit)
    }
    return try readAll(file)
  }
}
