import FoundationEssentials
import Glibc
import ZeroMQ

/// The machine of the measurement.
enum Machine {
  /// `AMD EPYC, 2 cores, Linux 6.1.0, libzmq 4.3.4, release build`
  static var text: String {
    let version = Context.libraryVersion
    return "\(processor), \(sysconf(CInt(_SC_NPROCESSORS_ONLN))) cores, Linux \(kernel), "
      + "libzmq \(version.major).\(version.minor).\(version.patch), \(configuration) build"
  }

  static var isReleaseBuild: Bool { configuration == "release" }

  #if DEBUG
    private static let configuration = "debug"
  #else
    private static let configuration = "release"
  #endif

  private static var kernel: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static var processor: String {
    let line = lines(of: "/proc/cpuinfo").first { $0.hasPrefix("model name") }
    return line.flatMap { $0.split(separator: ":").last }?.drop { $0 == " " }.description
      ?? "unknown processor"
  }

  fileprivate static func lines(of path: String) -> [Substring] {
    let bytes = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}

/// The kernel's figures of a running process.
struct ProcessFigures {
  let pid: Int32

  /// A size in megabytes, such as `VmRSS`.
  func megabytes(_ member: String) -> Double { number("status", member) / 1024 }

  /// The number of times that its threads were woken up.
  var wakeUps: Double {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return threads.reduce(0) { $0 + number("task/\($1)/status", "voluntary_ctxt_switches") }
  }

  /// The number behind `NAME:` in a file of the process; 0 if there is none.
  private func number(_ file: String, _ name: String) -> Double {
    let line = Machine.lines(of: "/proc/\(pid)/\(file)").first { $0.hasPrefix(name + ":") }
    let word = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    return word.flatMap { Double($0) } ?? 0
  }
}

/// The load that other processes put on the processors.
enum MachineLoad {
  /// The share, in percent, from which figures are marked as unreliable.
  static let maxPercent = 10.0

  /// Returns the share of the processors' time, in percent, that others use while this process waits.
  static func percent(overMs time: Int32 = 300) -> Double {
    guard let before = Times.now else { return 0 }
    poll(nil, 0, time)
    guard let after = Times.now, after.total > before.total else { return 0 }
    return 100 * (1 - (after.idle - before.idle) / (after.total - before.total))
  }

  /// The processors' time since the start of the machine, in ticks.
  struct Times: Equatable {
    var idle: Double
    var total: Double

    static var now: Times? { Machine.lines(of: "/proc/stat").first.flatMap { Times($0) } }

    /// Reads the first line of `/proc/stat`: user, nice, system, idle, waiting for the disk, …, stolen.
    ///
    /// The times of guests, which follow, are part of the first two.
    init?(_ line: some StringProtocol) {
      let fields = line.split(separator: " ")
      let ticks = fields.dropFirst().prefix(8).compactMap { Double($0) }
      guard fields.first == "cpu", ticks.count >= 5 else { return nil }
      idle = ticks[3] + ticks[4]
      total = ticks.reduce(0, +)
    }
  }
}
