import Foundation

/// The directory of one test, removed after it. Its path is short enough for sockets.
package final class TestDirectory: Sendable {
  package let path: String

  package init() throws {
    var template = Array("/tmp/musicbus-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
