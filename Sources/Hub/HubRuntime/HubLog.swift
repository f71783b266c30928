internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel
internal import Storage

/// Log of the hub: one line on standard error for each event. Writing a line never blocks.
struct HubLog: Sendable {
  private let level: LogLevel
  private let renderer: LogLineRenderer
  private let queue: LogQueue

  /// Creates a log that omits lines below `level`.
  init(level: LogLevel, format: LogFormat = .text, to descriptor: CInt = STDERR_FILENO) {
    let renderer = LogLineRenderer(format: format)
    self.level = level
    self.renderer = renderer
    queue = LogQueue(to: descriptor) { count in
      renderer.bytes(.warning, "\(count) log lines were dropped: the log was not read fast enough.")
    }
  }

  /// Writes a line, the hub's own or one that a provider has written.
  func write(_ level: LogLevel, _ text: String, of provider: ProviderID? = nil) {
    guard level >= self.level else { return }
    queue.submit(renderer.bytes(level, text, provider), isError: level == .error)
  }

  /// Waits until all lines are written, but for no longer than a second.
  func flush() { _ = queue.flush(before: .after(.seconds(1))) }
}
