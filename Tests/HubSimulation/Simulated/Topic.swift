import BusProtocol
import MusicModel

/// The entities of the simulation: their numbers and names.
enum Topic {
  /// A search for the last one finds many entities.
  static let count = 6
  static let manyTopic = count - 1

  /// In the order of the bits of a provider's plan.
  static let methods = Method.ofProviders

  /// The text that finds entities of a kind.
  static func text(_ topic: Int, of kind: EntityKind) -> String {
    kind == .artist && topic == manyTopic ? "Many" : "\(word(for: kind)) \(topic)"
  }

  static func word(for kind: EntityKind) -> String {
    switch kind {
    case .artist, .chart: "Artist"
    case .album: "Album"
    case .song: "Song"
    }
  }
}
