import BusProtocol
import EntityResolution
import MusicModel

/// The provenance of the values of an entity, as clients see it.
extension MergedEntity {
  /// The entity with the member `provenance`: the origin of each other member.
  func withProvenance(at nowMs: Int?) -> Entity {
    let provenance = JSONValue.object(self.provenance(at: nowMs).mapValues(\.json))
    switch entity {
    case .artist(var artist):
      artist.extra["provenance"] = provenance
      return .artist(artist)
    case .album(var album):
      album.extra["provenance"] = provenance
      return .album(album)
    case .song(var song):
      song.extra["provenance"] = provenance
      return .song(song)
    case .chart(var chart):
      chart.extra["provenance"] = provenance
      return .chart(chart)
    }
  }
}

extension ValueReport {
  fileprivate var json: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "value": value, "provider": .string(provider.rawValue), "record": .string("\(record)"),
    ]
    members["ageMs"] = ageMs.map(JSONValue.integer)
    return members
  }
}

extension FieldProvenance {
  fileprivate var json: JSONValue {
    var members = shown.json
    if let alternatives { members["alternatives"] = .array(alternatives.map { .object($0.json) }) }
    return .object(members)
  }
}
