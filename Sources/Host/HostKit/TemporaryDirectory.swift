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

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The directory of temporary files: that of `TMPDIR`, or `/tmp`.
  package static func ofSystem(_ environment: Environment) -> String {
    environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }
}
