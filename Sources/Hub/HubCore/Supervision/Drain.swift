import BusProtocol
import MusicModel

/// A provider's way out: it is asked nothing new, carries what was begun to its end, and then goes.
struct Drain: Sendable {
  /// What comes after.
  enum Aim: Sendable {
    /// Nothing: its manifest is gone.
    case removal
    /// A new process, of the manifest and executable as they are then.
    case renewal
  }

  var aim: Aim
  let since: Instant
  /// Calls up to this number had begun before.
  let lastNumber: Int
}

extension ProviderSlot {
  /// Whether a call is not to be put to the process that it has now: it came after that one was told
  /// to go.
  func turnsAway(_ call: ClientCallID) -> Bool {
    departure.map { call.number > $0.lastNumber } ?? false
  }

  /// Whether it is not there any more for that call.
  func isRemoved(for call: ClientCallID) -> Bool {
    departure?.aim == .removal && turnsAway(call)
  }
}
