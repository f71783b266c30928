import FoundationEssentials
import HostKit
import Synchronization

/// A temporary directory of one measurement.
final class BenchHome {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory(prefix: "mb-bench") }

  var path: String { directory.path }

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
