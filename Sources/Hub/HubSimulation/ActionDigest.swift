import BusProtocol
import FavoritesModel
import HubCore
import MusicModel

/// A digest of all actions of a hub, in order. It covers values, not the names of types and members,
/// so that renaming code leaves it unchanged.
struct ActionDigest: Sendable {
  private(set) var value: UInt64 = 14_695_981_039_346_656_037

  mutating func add(_ actions: [Action]) {
    for action in actions {
      switch action {
      case .send(let message, let peer):
        for frame in (try? message.frames()) ?? [] { add(frame) }
        add(peer.routing)
      case .favorites(.save(let change)): add(change.text)
      case .checkConfiguration(let id, _): add(Array(id.rawValue.utf8))
      default: addValues(of: action)
      }
    }
  }

  private mutating func addValues(of value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case nil: add(Array("\(value)".utf8))
    case .dictionary, .set: addUnordered(mirror.children)
    case .collection:
      add(Array("\(mirror.children.count)".utf8))
      for child in mirror.children { addValues(of: child.value) }
    default: for child in mirror.children { addValues(of: child.value) }
    }
  }

  /// Adds elements whose order differs between runs.
  private mutating func addUnordered(_ children: Mirror.Children) {
    let digests = children.map { child in
      var digest = ActionDigest()
      digest.addValues(of: child.value)
      return digest.value
    }
    add(Array("\(digests.reduce(0, &+))".utf8))
  }

  private mutating func add(_ bytes: [UInt8]) {
    value = bytes.reduce(value ^ UInt64(bytes.count)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
