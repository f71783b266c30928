internal import Foundation
package import HostKit

/// A private temporary directory, removed with the object.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// Creates a directory in `parent` or the system's temporary directory.
  package init(in parent: String? = nil) throws(SystemError) {
    let directory = parent ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(directory)/mb-certify-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("create a directory in \(directory)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
