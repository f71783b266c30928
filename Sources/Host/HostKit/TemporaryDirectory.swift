internal import FoundationEssentials
internal import Glibc

/// A private temporary directory, removed with the object.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// Creates a directory in `parent` or the system's temporary directory; its name begins with `prefix`.
  package init(in parent: String? = nil, prefix: String = "musicbus") throws(SystemError) {
    let directory = parent ?? TemporaryDirectory.ofSystem(.current)
    var template = Array("\(directory)/\(prefix)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("create a directory in \(directory)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  package func remove() { try? removeTree(path) }

  /// The directory of temporary files: that of `TMPDIR`, or `/tmp`.
  package static func ofSystem(_ environment: Environment) -> String {
    environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }
}

/// Removes a file, or a directory with all that is in it, also where a program that was ended while it unpacked an
/// archive has left directories that nobody may change. A missing file counts as removed.
package func removeTree(_ path: String) throws(SystemError) {
  var status = stat()
  guard lstat(path, &status) == 0 || errno != ENOENT else { return }
  if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
  makeWritable(path)
  do {
    try FileManager.default.removeItem(atPath: path)
  } catch {
    let cause = (error as? CocoaError)?.userInfo["NSUnderlyingError"] as? POSIXError
    throw SystemError("remove \(path)", code: cause?.code.rawValue ?? EIO)
  }
}

/// Links are not followed.
private func makeWritable(_ directory: String) {
  var status = stat()
  guard lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
  chmod(directory, 0o700)
  for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
    makeWritable("\(directory)/\(name)")
  }
}
