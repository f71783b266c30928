import BusProtocol
import FavoritesModel
import HubCore
import MusicModel

/// A number for all that a hub did, in its order.
struct Transcript: Sendable {
  private(set) var value: UInt64 = 14_695_981_039_346_656_037

  mutating func add(_ actions: [Action]) {
    for action in actions {
      // What holds a dictionary is not described by its words: they come in another order each time.
      switch action {
      case .send(let message, let peer):
        for frame in (try? message.frames()) ?? [] { add(frame) }
        add(peer.routing)
      case .favorites(.keep(let change)): add(change.text)
      case .checkConfiguration(let id, _): add(Array(id.rawValue.utf8))
      default: add(Array("\(action)".utf8))
      }
    }
  }

  private mutating func add(_ bytes: [UInt8]) {
    value = bytes.reduce(value ^ UInt64(bytes.count)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
