import FoundationEssentials
import Glibc

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

    /// The time in which the processors had work.
    var busyMicroseconds: Double {
      (total - idle) * 1e6 / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    }

    static var now: Times? {
      guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/stat")) else { return nil }
      return Times(String(decoding: bytes, as: UTF8.self))
    }

    /// Reads the first line of `/proc/stat`: user, nice, system, idle, waiting for the disk, …, stolen.
    ///
    /// The times of guests, which follow, are part of the first two.
    init?(_ text: String) {
      let fields = text.prefix { $0 != "\n" }.split(separator: " ")
      let ticks = fields.dropFirst().prefix(8).compactMap { Double($0) }
      guard fields.first == "cpu", ticks.count >= 5 else { return nil }
      idle = ticks[3] + ticks[4]
      total = ticks.reduce(0, +)
    }
  }
}
