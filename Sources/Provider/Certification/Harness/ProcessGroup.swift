internal import FoundationEssentials
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
  ///
  /// The tables of all sockets of the machine are long, so they are read only if a process has a
  /// socket that is not `known`. Connected ones, and those of other kinds, are known afterwards.
  func connections(of members: [pid_t], known: inout Set<UInt64>) -> Set<String> {
    let unknown = Set(members.flatMap(ProcessGroup.sockets)).subtracting(known)
    guard !unknown.isEmpty else { return [] }
    var remotes: Set<String> = []
    // With the number of the column that has the inode.
    for (name, column) in [("tcp", 9), ("tcp6", 9), ("unix", 6)] {
      let table = ProcessGroup.bytes("/proc/\(id)/net/\(name)") + [0]
      // A TCP socket that is not connected yet is in no table: it stays unknown.
      for socket in unknown {
        guard let row = ProcessGroup.row(of: socket, in: table, column: column) else { continue }
        known.insert(socket)
        // Any state of TCP but LISTEN.
        if name != "unix", row[3] != "0A" { remotes.insert(String(row[2])) }
      }
    }
    return remotes
  }

  /// The inode numbers of the sockets that a process has open. They are asked for so often that
  /// Foundation would be too slow.
  private static func sockets(of pid: pid_t) -> [UInt64] {
    guard let directory = opendir("/proc/\(pid)/fd") else { return [] }
    defer { closedir(directory) }
    let prefix = "socket:[".utf8.map { CChar($0) }
    var sockets: [UInt64] = []
    var target = [CChar](repeating: 0, count: 64)
    while let entry = readdir(directory) {
      let count = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) {
          readlinkat(dirfd(directory), $0, &target, target.count)
        }
      }
      guard count > prefix.count, target.starts(with: prefix) else { continue }
      let digits = target[prefix.count..<count - 1]
      sockets.append(digits.reduce(0) { $0 * 10 + UInt64(UInt8($1) - UInt8(ascii: "0")) })
    }
    return sockets
  }

  /// The fields of the row of a socket in a table of /proc/net that ends with a NUL. No row is divided
  /// but those with its number in any column.
  private static func row(of socket: UInt64, in table: [UInt8], column: Int) -> [Substring]? {
    let newline = UInt8(ascii: "\n")
    var from = 0
    while let place = position(of: " \(socket)", in: table, from: from) {
      let start = table[...place].lastIndex(of: newline).map { $0 + 1 } ?? 0
      let end = table[(place + 1)...].firstIndex(of: newline) ?? table.endIndex
      let fields = String(decoding: table[start..<end], as: UTF8.self).split(separator: " ")
      if fields.count > column, UInt64(fields[column]) == socket { return fields }
      from = place + 1
    }
    return nil
  }

  private static func position(of text: String, in table: [UInt8], from: Int) -> Int? {
    table.withUnsafeBytes { table in
      guard let start = table.bindMemory(to: CChar.self).baseAddress else { return nil }
      return strstr(start + from, text).map { UnsafePointer($0) - start }
    }
  }

  private func descriptors(of pid: pid_t) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []
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
    String(decoding: bytes(path), as: UTF8.self)
  }

  private static func bytes(_ path: String) -> [UInt8] {
    // Files in /proc have no size.
    (try? FileDescriptor(path, O_RDONLY).readAll(atMost: 8 * 1024 * 1024)) ?? []
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
