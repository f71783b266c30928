internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel
internal import Storage
internal import Synchronization

/// Log of the hub: one line on standard error for each event. Writing a line never blocks.
final class HubLog: Sendable {
  private let level: LogLevel
  private let renderer: LogLineRenderer
  private let queue: LogQueue
  private let limit = Mutex(LogRateLimiter(maxLines: HubLog.maxLines))

  /// The number of the core's lines in ``LogRateLimiter/windowMs``, errors aside.
  private static let maxLines = 2_000

  /// Creates a log that omits lines below `level`.
  init(
    level: LogLevel,
    format: LogFormat = .text,
    to descriptor: CInt = STDERR_FILENO,
    rotation: LogRotation? = nil
  ) {
    let renderer = LogLineRenderer(format: format)
    self.level = level
    self.renderer = renderer
    queue = LogQueue(to: descriptor, rotation: rotation) { count in
      renderer.bytes(.warning, "\(count) log lines were dropped: the log was not read fast enough.")
    }
  }

  /// Writes a line, the hub's own or one that a provider has written.
  func write(_ level: LogLevel, _ text: String, of provider: ProviderID? = nil) {
    guard level >= self.level else { return }
    queue.submit(renderer.bytes(level, text, provider), isError: level == .error)
  }

  /// Writes a line of the core, unless there were too many: peers can cause many of them.
  func write(_ level: LogLevel, _ text: String, at now: Instant) {
    guard level >= self.level else { return }
    switch level == .error ? .write : limit.withLock({ $0.take(at: now) }) {
    case .write: write(level, text)
    case .writeLast:
      let time = LogRateLimiter.windowMs / 1000
      write(level, "\(text) (Further lines are suppressed for \(time) s.)")
    case .suppress: break
    }
  }

  /// Waits until all lines are written, but for no longer than a second.
  func flush() { _ = queue.flush(before: .after(.seconds(1))) }
}

/// Standard error, for messages of a hub that has no log (yet).
package enum StandardError {
  /// Writes a line, and waits for it no longer than a second.
  package static func write(_ line: String) {
    let queue = LogQueue(to: STDERR_FILENO) { _ in [] }
    queue.submit(Array("\(line)\n".utf8))
    _ = queue.flush(before: .after(.seconds(1)))
  }
}
