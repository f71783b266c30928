import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit

/// Stops a hub: by asking it, and where it does not listen by signals, so that also a hub that has
/// gone wrong can be got rid of.
struct HubStopper {
  private let session: CommandContext
  private let pid: pid_t

  init(_ session: CommandContext, pid: pid_t) {
    self.session = session
    self.pid = pid
  }

  /// Returns when the hub has ended.
  func run() throws {
    if try isAsked(), try isGone(within: .seconds(10)) { return }
    for (signal, patience) in [(SIGTERM, Duration.seconds(5)), (SIGKILL, .seconds(5))] {
      // Only who holds the lock is the hub.
      guard try HubLock.holder(at: session.places.lock) == pid else { return }
      session.terminal.note("The hub does not listen; it is sent signal \(signal).")
      kill(pid, signal)
      if try isGone(within: patience) { return }
    }
    throw CommandFailure(
      "The hub (process \(pid)) cannot be stopped.",
      "It may belong to another user, or wait for a disk."
    )
  }

  private func isAsked() throws -> Bool {
    do {
      _ = try session.client(start: .never, patience: .seconds(2))
        .call(.stopHub, ttl: .seconds(2))
      return true
    } catch ClientError.noHub, ClientError.hubLost {
      return true
    } catch ClientError.hubSilent, ClientError.timedOut, ClientError.protocolBroken,
      ClientError.rejected, ClientError.turnedAway
    {
      return false
    }
  }

  private func isGone(within patience: Duration) throws -> Bool {
    try HubLock.waitUntilFree(at: session.places.lock, .after(patience))
  }
}
