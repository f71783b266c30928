import FoundationEssentials
import Glibc
import HostKit
import Synchronization

/// A temporary directory of one measurement.
final class BenchHome {
  let path: String

  init() throws {
    let directory = Environment.current["TMPDIR"] ?? "/tmp"
    var template = Array("\(directory)/mb-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("create a directory") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)",
      withIntermediateDirectories: true
    )
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  private static let number = Atomic(0)

  /// A number that was not given before.
  static func nextNumber() -> Int { number.add(1, ordering: .relaxed).newValue }
}
