import FoundationEssentials
import Glibc

/// The process that listens on a port of this machine, as far as this user may see it.
enum PortOwner {
  /// For example `python3 (pid 4711)`.
  static func find(port: UInt16) -> String? {
    let inodes = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
      listeners(in: text(of: path) ?? "", on: port)
    }
    guard !inodes.isEmpty else { return nil }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for pid in names.lazy.compactMap({ Int32($0) }) where holds(pid, inodes) {
      let name = (text(of: "/proc/\(pid)/comm") ?? "").prefix { !$0.isNewline }
      return "\(name) (pid \(pid))"
    }
    return nil
  }

  /// The inodes of the sockets that listen on a port, from a table such as `/proc/net/tcp`.
  static func listeners(in table: String, on port: UInt16) -> [String] {
    let suffix = String(port, radix: 16, uppercase: true)
    let wanted = ":" + String(repeating: "0", count: 4 - suffix.count) + suffix
    return table.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 9, fields[1].hasSuffix(wanted), fields[3] == "0A" else { return nil }
      return String(fields[9])
    }
  }

  private static func holds(_ pid: Int32, _ inodes: [String]) -> Bool {
    let directory = "/proc/\(pid)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.contains { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(directory)/\(name)"
      )
      return inodes.contains { target == "socket:[\($0)]" }
    }
  }

  private static func text(of path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }
}
