internal import BusProtocol
internal import HostKit
internal import HubCore

/// Lost connections of providers, held back until their processes have exited, or for a short time.
///
/// A process that ends closes its connection first, and its exit status explains the loss.
struct LossHolder {
  /// The time for an exit to follow the loss.
  static let maxWait = Duration.milliseconds(250)

  private var peers: [Peer] = []
  private var deadline: Deadline?

  var isEmpty: Bool { peers.isEmpty }

  /// Holds back a loss; returns `false` if the event is another one.
  mutating func hold(_ event: Event) -> Bool {
    guard case .disconnected(let peer) = event, peer.side == .provider else { return false }
    if peers.isEmpty { deadline = .after(LossHolder.maxWait) }
    if !peers.contains(peer) { peers.append(peer) }
    return true
  }

  /// The losses in their order, which are no longer held back.
  mutating func release() -> [Event] {
    defer { (peers, deadline) = ([], nil) }
    return peers.map { .disconnected($0) }
  }

  /// The losses if the time for an exit is over.
  mutating func releaseExpired() -> [Event] { deadline?.isExpired == true ? release() : [] }

  /// The time until they are due, in milliseconds; `nil` without any.
  var leftMs: Int? { deadline?.remainingMs }
}

extension Event {
  /// Whether a provider begins a session: the process of a lost connection runs on.
  var isHelloOfProvider: Bool {
    guard case .received(let message, let peer) = self else { return false }
    return peer.side == .provider && message.header.type == .hello
  }
}
