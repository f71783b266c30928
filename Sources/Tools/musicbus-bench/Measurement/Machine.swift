import FoundationEssentials
import Glibc
import ZeroMQ

/// The machine of the measurement.
struct Machine {
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

  /// A figure of a process in megabytes, such as `VmRSS`.
  static func memory(_ member: String, of pid: Int32) -> Double {
    let line = lines(of: "/proc/\(pid)/status").first { $0.hasPrefix(member + ":") }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    return (kilobytes.flatMap { Double($0) } ?? 0) / 1024
  }

  /// The number of times that the threads of each process were woken up.
  static func wakeUps(of pids: [Int32]) -> [Int] {
    pids.map { pid in
      let tasks = "/proc/\(pid)/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      return threads.reduce(0) { sum, thread in
        let line = lines(of: "\(tasks)/\(thread)/status").first {
          $0.hasPrefix("voluntary_ctxt_switches:")
        }
        let count = line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
        return sum + (count ?? 0)
      }
    }
  }

  private static func lines(of path: String) -> [Substring] {
    let bytes = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
