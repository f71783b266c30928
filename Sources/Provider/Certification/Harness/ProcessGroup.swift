internal import Foundation
internal import Glibc
internal import HostKit

/// The process group of a provider, as reported by /proc.
struct ProcessGroup {
  let id: pid_t

  /// The ids of its running processes, without zombies.
  var members: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { pid in
      guard let fields = ProcessGroup.status(of: pid) else { return false }
      return fields.group == id && fields.state != "Z" && fields.state != "X"
    }
  }

  /// The resident memory of all processes.
  var memoryBytes: Int {
    members.map { pid in
      let fields = ProcessGroup.text("/proc/\(pid)/statm").split(separator: " ")
      return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(CInt(_SC_PAGESIZE)))
    }.reduce(0, +)
  }

  /// The time for which its threads have waited for a processor so far, in total.
  var waitedMs: Int {
    members.flatMap { pid in
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task"))?
        .map { "/proc/\(pid)/task/\($0)/schedstat" } ?? []
    }
    .map { path in
      let fields = ProcessGroup.text(path).split(whereSeparator: \.isWhitespace)
      return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) / 1_000_000
    }
    .reduce(0, +)
  }

  var descriptorCount: Int {
    members.map { descriptors(of: $0).count }.reduce(0, +)
  }

  /// The remote ends of the TCP connections of processes, as `address:port` in hexadecimal.
  func connections(of members: [pid_t]) -> Set<String> {
    let sockets = Set(
      members.flatMap { pid in descriptors(of: pid).compactMap { link($0, of: pid) } }
    )
    var remotes: Set<String> = []
    for file in ["tcp", "tcp6"] {
      for line in ProcessGroup.text("/proc/\(id)/net/\(file)").split(separator: "\n").dropFirst() {
        let fields = line.split(separator: " ")
        // Any state but LISTEN.
        guard fields.count > 9, fields[3] != "0A", sockets.contains("socket:[\(fields[9])]")
        else { continue }
        remotes.insert(String(fields[2]))
      }
    }
    return remotes
  }

  private func descriptors(of pid: pid_t) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []
  }

  private func link(_ descriptor: String, of pid: pid_t) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\(descriptor)")
  }

  private static func status(of pid: pid_t) -> (state: Substring, group: pid_t)? {
    // The program name is in parentheses and may contain any character.
    let text = text("/proc/\(pid)/stat")
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 2, let group = pid_t(fields[2]) else { return nil }
    return (fields[0], group)
  }

  private static func text(_ path: String) -> String {
    // Files in /proc have no size.
    let bytes = (try? FileDescriptor(path, O_RDONLY).readAll(atMost: 8 * 1024 * 1024)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ProcessGroup {
  /// Returns 127.0.0.1 and a port as in /proc/net/tcp; in tcp6 it has a prefix.
  static func loopback(_ port: UInt16) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return "0100007F:" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Converts `0100007F:0050` to `127.0.0.1:80`; IPv6 addresses are unchanged.
  static func description(_ remote: String) -> String {
    let parts = remote.split(separator: ":")
    guard parts.count == 2, parts[0].count == 8, let address = UInt32(parts[0], radix: 16),
      let port = UInt16(parts[1], radix: 16)
    else { return remote }
    let bytes = withUnsafeBytes(of: address.littleEndian) { $0.map(String.init) }
    return bytes.joined(separator: ".") + ":\(port)"
  }
}
