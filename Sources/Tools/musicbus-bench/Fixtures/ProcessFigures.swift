import FoundationEssentials
import Glibc

/// The kernel's figures of a running process.
struct ProcessFigures {
  let pid: Int32

  var openFiles: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0
  }

  var threads: Int { fields.dropFirst(17).first.flatMap { Int($0) } ?? 0 }
  var isZombie: Bool { fields.first == "Z" }
  var parent: Int32 { fields.dropFirst().first.flatMap { Int32($0) } ?? 0 }

  /// Those that it has started and that it has not taken the end of.
  var zombies: Int {
    ProcessFigures.all.count { $0.isZombie && $0.parent == pid }
  }

  static var all: [ProcessFigures] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.map(ProcessFigures.init)
  }

  func wasGiven(_ text: String) -> Bool {
    (try? Data(contentsOf: URL(filePath: "/proc/\(pid)/environ")))?
      .firstRange(of: Data(text.utf8)) != nil
  }

  /// The fields of `/proc/PID/stat` after the name: state, parent, …
  private var fields: [Substring] {
    guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/stat")) else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
