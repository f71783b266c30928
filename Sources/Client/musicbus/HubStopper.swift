import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit

/// Stops a hub: by a call, or by signals if it does not respond.
struct HubStopper {
  private let context: CommandContext
  private let pid: pid_t

  init(_ context: CommandContext, pid: pid_t) {
    self.context = context
    self.pid = pid
  }

  /// Returns once the hub has ended.
  func run() throws {
    if try stopsOnRequest(), try hasEnded(within: .seconds(10)) { return }
    for (signal, timeout) in [(SIGTERM, Duration.seconds(5)), (SIGKILL, .seconds(5))] {
      // Only the holder of the lock is the hub.
      guard try HubLock.watchHolder(at: context.paths.lock)?.pid == pid else { return }
      context.terminal.note("The hub is not responding; sending signal \(signal).")
      kill(pid, signal)
      if try hasEnded(within: timeout) { return }
    }
    throw CommandFailure(
      "Could not stop the hub (pid \(pid)).",
      "It may belong to another user or be waiting for a disk."
    )
  }

  private func stopsOnRequest() throws -> Bool {
    do {
      _ = try context.client(start: .never, timeout: .seconds(2))
        .call(.hubStop, timeout: .seconds(2))
      return true
    } catch ClientError.noHub, ClientError.hubLost {
      return true
    } catch ClientError.hubNotResponding, ClientError.timedOut, ClientError.protocolError,
      ClientError.rejected, ClientError.refused
    {
      return false
    }
  }

  private func hasEnded(within timeout: Duration) throws -> Bool {
    try HubLock.waitUntilFree(at: context.paths.lock, .after(timeout))
  }
}
