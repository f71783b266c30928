import FoundationEssentials
import Glibc
import HostKit
import Synchronization

/// A folder for one measurement, which ends with it.
final class BenchHome {
  let path: String

  init() throws {
    let folder = Environment.current["TMPDIR"] ?? "/tmp"
    var template = Array("\(folder)/mb-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("make a folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func makeFolder(_ name: String) throws {
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
