internal import Glibc

/// A process, identified beyond the reuse of its pid. The pid, the start time of the process and
/// the boot id of the machine are unique together.
package struct ProcessIdentity: Hashable, Sendable, Codable {
  package let pid: Int32
  /// The start time, in ticks of the kernel's clock since boot.
  package let startTicks: UInt64
  /// The file that it runs; of a script that is the interpreter.
  package let executable: String
  /// The kernel's name for the time since the machine was started.
  package let boot: String

  /// Inspects a running process of this user.
  package init?(of pid: Int32) {
    guard let status = ProcessStatus(of: pid), let executable = ProcessDirectory(pid).executable,
      let boot = ProcessDirectory.boot
    else { return nil }
    self.pid = pid
    startTicks = status.startTicks
    self.executable = executable
    self.boot = boot
  }

  /// Whether it is still the process of that number.
  package var isAlive: Bool { ProcessIdentity(of: pid) == self }
}

/// The status of a process in `/proc/PID/stat`.
struct ProcessStatus: Hashable {
  let pid: pid_t
  let isZombie: Bool
  /// Whether it has neither ended nor been stopped.
  let isRunning: Bool
  let parent: pid_t
  let group: pid_t
  /// The process that leads its session.
  let session: pid_t
  /// The device of its controlling terminal; 0 if it has none.
  let terminal: Int
  let startTicks: UInt64

  init?(of pid: pid_t) {
    guard let text = ProcessDirectory(pid).text("stat"), let end = text.lastIndex(of: ")") else {
      return nil
    }
    // The name may contain anything; the numbers after it are those of proc(5) from (3) on.
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, let parent = pid_t(fields[1]), let group = pid_t(fields[2]),
      let session = pid_t(fields[3]), let terminal = Int(fields[4]),
      let startTicks = UInt64(fields[19])
    else { return nil }
    self.pid = pid
    isZombie = fields[0] == "Z"
    isRunning = !["Z", "X", "T"].contains(fields[0])
    self.parent = parent
    self.group = group
    self.session = session
    self.terminal = terminal
    self.startTicks = startTicks
  }
}

/// The directory of a process in `/proc`.
struct ProcessDirectory {
  private let path: String

  init(_ pid: pid_t) { path = "/proc/\(pid)" }

  /// The processes that there are.
  static var processes: [pid_t] {
    namesOfFiles(in: "/proc").compactMap { pid_t($0) }
  }

  static var boot: String? { text(at: "/proc/sys/kernel/random/boot_id") }

  func text(_ name: String) -> String? { ProcessDirectory.text(at: "\(path)/\(name)") }

  /// The children of all its threads.
  var children: [pid_t] {
    namesOfFiles(in: "\(path)/task").filter { pid_t($0) != nil }.flatMap { thread in
      (text("task/\(thread)/children") ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Paths that stand for its open files.
  var openFiles: [String] { namesOfFiles(in: "\(path)/fd").map { "\(path)/fd/\($0)" } }

  /// Without what the kernel adds where the file was replaced meanwhile.
  var executable: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink("\(path)/exe", &buffer, Int(PATH_MAX))
    guard length > 0 else { return nil }
    let bytes = buffer.prefix(length).map { UInt8(bitPattern: $0) }
    let name = String(decoding: bytes, as: UTF8.self)
    let addition = " (deleted)"
    return name.hasSuffix(addition) ? String(name.dropLast(addition.count)) : name
  }

  /// A variable of the environment with which it was started.
  enum Variable: Hashable {
    case value(String)
    case missing
    /// It is executing a program just now, or has ended.
    case unknown
  }

  func variable(_ name: String) -> Variable {
    let prefix = Array("\(name)=".utf8)
    func value() -> Variable? {
      let environment = ProcessDirectory.bytes(at: "\(path)/environ") ?? []
      let entry = environment.split(separator: 0).first { $0.starts(with: prefix) }
      return entry.map { .value(String(decoding: $0.dropFirst(prefix.count), as: UTF8.self)) }
    }
    if let value = value() { return value }
    // While the kernel replaces a program, neither environment nor arguments can be read.
    guard ProcessDirectory.bytes(at: "\(path)/cmdline")?.isEmpty == false else { return .unknown }
    return value() ?? .missing
  }

  private static func text(at path: String) -> String? {
    bytes(at: path).map { bytes in
      String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes, as: UTF8.self)
    }
  }

  private static func bytes(at path: String) -> [UInt8]? {
    // The limit is generous: an environment usually has at most 2 MB.
    try? FileDescriptor(path, O_RDONLY).readAll(atMost: 4 * 1024 * 1024)
  }
}
