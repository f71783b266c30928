internal import BusProtocol
internal import Glibc

/// The pipe from the hub: one line that says where to connect, and then nothing until it ends,
/// which means that the hub is gone.
struct Lifeline {
  /// Standard input, unless a test says otherwise.
  var descriptor: Int32 = 0

  enum Problem: Error, Hashable {
    case notInTime
    case ended
    case tooLong
    case unreadable(String)
  }

  private static let lineBytesMax = 1024 * 1024

  /// Reads the start line.
  func startLine(withinMs timeMs: Int) throws(Problem) -> StartLine {
    let line = try line(until: .now + .milliseconds(timeMs))
    do {
      return try BusCodec.decode(StartLine.self, from: line)
    } catch {
      throw .unreadable(BusCodec.describe(error))
    }
  }

  private func line(until deadline: ContinuousClock.Instant) throws(Problem) -> [UInt8] {
    var line: [UInt8] = []
    while line.count < Lifeline.lineBytesMax {
      let left = ContinuousClock.now.duration(to: deadline).milliseconds
      var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0 else { throw .notInTime }
      guard poll(&item, 1, Int32(left)) > 0 else { continue }
      var byte: UInt8 = 0
      // One by one: what follows the line is the lease's.
      let count = read(descriptor, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count == 1 else { throw .ended }
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
    throw .tooLong
  }

  /// Whether it has ended; called where there is something to read. What a hub might write is
  /// thrown away.
  func isOver() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)
  }
}

extension Lifeline.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .notInTime: "the start line did not come"
    case .ended: "standard input ended before the start line"
    case .tooLong: "the start line has more than \(Lifeline.lineBytesMax) bytes"
    case .unreadable(let problem): "the start line is not readable: \(problem)"
    }
  }
}
