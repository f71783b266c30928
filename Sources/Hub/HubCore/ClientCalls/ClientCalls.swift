import BusProtocol
import MusicModel

/// The calls of clients in flight, found by their ids or by those of their clients.
struct ClientCalls: Sendable {
  private var calls: [ClientCallID: ClientCall] = [:]
  private var ofClient: [Peer: [String: ClientCallID]] = [:]
  /// When a client made a call last.
  private(set) var lastOfClient: Instant?

  subscript(id: ClientCallID) -> ClientCall? { calls[id] }

  /// The calls of a client, by its own ids.
  subscript(client: Peer) -> [String: ClientCallID] { ofClient[client] ?? [:] }

  var count: Int { calls.count }
  var ids: [ClientCallID] { calls.keys.sorted() }
  var all: Dictionary<ClientCallID, ClientCall>.Values { calls.values }

  mutating func insert(_ call: ClientCall) {
    calls[call.id] = call
    if call.origin.client != .hub { lastOfClient = call.origin.received }
    guard call.request.parent == nil else { return }
    ofClient[call.origin.client, default: [:]][call.origin.id] = call.id
  }

  mutating func remove(_ id: ClientCallID) -> ClientCall? {
    guard let call = calls.removeValue(forKey: id) else { return nil }
    if call.request.parent == nil { forget(call.origin) }
    return call
  }

  /// A call is one of the hub now.
  mutating func detach(_ id: ClientCallID, from origin: CallOrigin) {
    forget(origin)
    if let call = calls[id] { insert(call) }
  }

  private mutating func forget(_ origin: CallOrigin) {
    ofClient[origin.client]?[origin.id] = nil
    if ofClient[origin.client]?.isEmpty == true { ofClient[origin.client] = nil }
  }

  mutating func step(
    _ id: ClientCallID,
    _ input: ClientCall.Input,
    _ world: ClientCall.World
  ) -> [ClientCall.Step] {
    var steps: [ClientCall.Step] = []
    calls.update(id) { steps = $0.step(input, world) }
    return steps
  }

  /// Returns the first broken rule of calls and timers, or `nil`.
  func checkInvariants(_ turn: Turn) -> String? {
    for (client, ids) in ofClient {
      for (name, id) in ids where calls[id]?.origin.client != client {
        return "The call \"\(name)\" of a client has ended or belongs to another."
      }
    }
    return calls.values.lazy.compactMap { broken($0, turn) }.first
  }

  private func broken(_ call: ClientCall, _ turn: Turn) -> String? {
    let text = "Call \(call.id.number)"
    guard call.request.parent != nil || self[call.origin.client][call.origin.id] == call.id else {
      return "\(text) is not known to its client."
    }
    guard turn.timers.due(.clientCall(call.id)) == call.due(after: turn.now) else {
      return "\(text) has a wrong timer."
    }
    guard turn.timers.due(.page(call.id)) != nil || !call.hasNewPage else {
      return "\(text) will not send its page."
    }
    switch call.phase {
    case .asking:
      if call.gathering.branches.isEmpty { return "\(text) has no branches." }
      let isLeft = call.gathering.branches.values.contains {
        if case .new = $0.state { true } else { false }
      }
      return isLeft ? "\(text) does not ask a provider." : nil
    case .fetching(let fetch):
      let isWaiting = fetch.attempt != nil || fetch.awaited != nil
      return isWaiting ? nil : "\(text) fetches a file from no provider."
    case .merged, .ended: return "\(text) waits for nothing."
    }
  }
}
