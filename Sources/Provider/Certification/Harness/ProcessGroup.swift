internal import Foundation
internal import Glibc
internal import HostKit

/// What the kernel tells of a provider's process group.
struct ProcessGroup {
  let id: pid_t

  /// Its processes that still run; a dead one that nobody has taken yet does not count.
  var members: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { pid in
      guard let fields = ProcessGroup.status(of: pid) else { return false }
      return fields.group == id && fields.state != "Z" && fields.state != "X"
    }
  }

  /// Memory in use, in bytes.
  var memoryBytes: Int {
    members.map { pid in
      let fields = ProcessGroup.text("/proc/\(pid)/statm").split(separator: " ")
      return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(CInt(_SC_PAGESIZE)))
    }.reduce(0, +)
  }

  var descriptorCount: Int {
    members.map { descriptors(of: $0).count }.reduce(0, +)
  }

  /// The other ends of its TCP connections, as `address:port` in the kernel's hexadecimals.
  var connections: Set<String> {
    let sockets = Set(
      members.flatMap { pid in descriptors(of: pid).compactMap { link($0, of: pid) } }
    )
    var remotes: Set<String> = []
    for file in ["tcp", "tcp6"] {
      for line in ProcessGroup.text("/proc/\(id)/net/\(file)").split(separator: "\n").dropFirst() {
        let fields = line.split(separator: " ")
        // Connected, or about to be.
        guard fields.count > 9, ["01", "02"].contains(fields[3]),
          sockets.contains("socket:[\(fields[9])]")
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
    // The name of the program stands in brackets, and may hold anything.
    let text = text("/proc/\(pid)/stat")
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 2, let group = pid_t(fields[2]) else { return nil }
    return (fields[0], group)
  }

  private static func text(_ path: String) -> String {
    // Files of the kernel have no size: they are read until their end.
    let bytes = (try? FileDescriptor(path, O_RDONLY).readAll(atMost: 8 * 1024 * 1024)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ProcessGroup {
  /// How the kernel writes 127.0.0.1 and a port; over IPv6, with more in front.
  static func loopback(_ port: UInt16) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return "0100007F:" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// `127.0.0.1:80` of `0100007F:0050`; addresses of IPv6 stay as they are.
  static func words(_ remote: String) -> String {
    let parts = remote.split(separator: ":")
    guard parts.count == 2, parts[0].count == 8, let address = UInt32(parts[0], radix: 16),
      let port = UInt16(parts[1], radix: 16)
    else { return remote }
    let bytes = withUnsafeBytes(of: address.littleEndian) { $0.map(String.init) }
    return bytes.joined(separator: ".") + ":\(port)"
  }
}
