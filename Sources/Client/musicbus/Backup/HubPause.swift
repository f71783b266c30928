import ClientKit
import CommandKit
import HostKit

/// Keeps hubs from running while their files are read or replaced.
struct HubPause {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Stops the hub, and starts one again afterwards if one was running, also after an error.
  func run<Value>(_ body: () throws -> Value) throws -> Value {
    try context.paths.prepareRuntime()
    let (wasRunning, result) = try locked(body)
    guard wasRunning else { return try result.get() }
    do {
      _ = try context.client(start: .ifNone(), timeout: .seconds(10))
    } catch {
      // The result of the body matters more.
      context.terminal.note("The hub could not be started again. Run: musicbus hub start")
    }
    return try result.get()
  }

  /// Holds the lock of the hub meanwhile, so that no other client starts one.
  private func locked<Value>(
    _ body: () throws -> Value
  ) throws -> (wasRunning: Bool, Result<Value, any Error>) {
    var wasRunning = false
    for _ in 0..<HubPause.maxAttempts {
      do {
        let lock = try HubLock(at: context.paths.lock)
        // Ctrl-C must not end it half-way.
        SignalHandling.install()
        return withExtendedLifetime(lock) { (wasRunning, Result { try body() }) }
      } catch HubLockError.unusable(let error) {
        throw error
      } catch HubLockError.held(let pid) {
        guard let pid else { continue }
        wasRunning = true
        try HubStopper(context, pid: pid).run()
        context.close()
      }
    }
    throw CommandFailure(
      "The hub was started again and again by another program. Nothing was changed.",
      "Close other programs that use it, such as the page (musicbus web stop), and try again."
    )
  }

  private static let maxAttempts = 3
}
