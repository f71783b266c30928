internal import BusProtocol
internal import Glibc

/// The pipe from the hub: one start line, then nothing until it ends with the hub.
struct Lifeline {
  /// Standard input, except in tests.
  var descriptor: Int32 = 0

  static let maxLineBytes = 1024 * 1024

  /// Reads the start line.
  func startLine(timeoutMs: Int) throws(StartLineError) -> StartLine {
    let line = try line(until: .now + .milliseconds(timeoutMs))
    do {
      return try JSONCodec.decode(StartLine.self, from: line)
    } catch {
      throw .invalid(JSONCodec.describe(error))
    }
  }

  private func line(until deadline: ContinuousClock.Instant) throws(StartLineError) -> [UInt8] {
    var line: [UInt8] = []
    while line.count < Lifeline.maxLineBytes {
      let left = ContinuousClock.now.duration(to: deadline).milliseconds
      var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0 else { throw .timedOut }
      guard poll(&item, 1, Int32(left)) > 0 else { continue }
      var byte: UInt8 = 0
      // One byte at a time, so that nothing after the line is consumed.
      let count = read(descriptor, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count == 1 else { throw .closed }
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
    throw .tooLong
  }

  /// Reads and discards input; call it if the descriptor is readable.
  ///
  /// - Returns: whether the pipe has ended.
  func hasEnded() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)
  }
}
