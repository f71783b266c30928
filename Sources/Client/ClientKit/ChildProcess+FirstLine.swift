package import HostKit

extension ChildProcess {
  /// Waits at most 10 s for the first line of output, by which a server reports that it is ready.
  ///
  /// - Returns: the line without its end, or `nil` if the process wrote none.
  /// - Throws: ``ClientError/interrupted(signal:)`` after a signal.
  package func firstLine() throws -> String? {
    let deadline = Deadline.after(.seconds(10))
    var bytes: [UInt8] = []
    while !deadline.isExpired, let output {
      if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
      guard output.waitUntilReadable(deadline) else { continue }
      guard case .bytes(let more) = try output.read() else { break }
      bytes += more
      if let end = bytes.firstIndex(of: 0x0A) {
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
    }
    return nil
  }
}
