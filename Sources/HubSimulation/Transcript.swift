import BusProtocol
import HubCore

/// A number for all that a hub did, in its order.
struct Transcript: Sendable {
  private(set) var value: UInt64 = 14_695_981_039_346_656_037

  mutating func add(_ actions: [Action]) {
    for action in actions {
      guard case .send(let message, let peer) = action else {
        add(Array("\(action)".utf8))
        continue
      }
      for frame in (try? message.frames()) ?? [] { add(frame) }
      add(peer.routing)
    }
  }

  private mutating func add(_ bytes: [UInt8]) {
    value = bytes.reduce(value ^ UInt64(bytes.count)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
