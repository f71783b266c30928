internal import Foundation
package import HostKit

/// A folder that only this user can enter, gone with the object.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// Makes one in another folder, in the system's temporary one as a rule.
  package init(in parent: String? = nil) throws(SystemError) {
    let folder = parent ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(folder)/mb-certify-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("make a folder in \(folder)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
