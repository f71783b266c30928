import BusProtocol
import EntityResolution
import MusicModel

/// The provenance of the values of an entity, as clients see it.
extension MergedEntity {
  func origins(at nowMs: Int?) -> [String: FieldProvenance] {
    provenance.mapValues { origin in
      FieldProvenance(
        ValueReport(origin.chosen, at: nowMs),
        alternatives: origin.alternatives.map { ValueReport($0, at: nowMs) }
      )
    }
  }

  /// The entity with the member `provenance`: the origin of each other member.
  func withProvenance(at nowMs: Int?) -> Entity {
    let provenance = JSONValue.object(origins(at: nowMs).mapValues(\.json))
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
  init(_ value: SourcedValue, at nowMs: Int?) {
    self.init(
      value: value.value,
      provider: value.provider,
      record: value.record,
      ageMs: nowMs.flatMap { now in value.fetchedMs.map { max(0, now - $0) } }
    )
  }

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
    let shown = ValueReport(value: value, provider: provider, record: record, ageMs: ageMs)
    var members = shown.json
    if let alternatives { members["alternatives"] = .array(alternatives.map { .object($0.json) }) }
    return .object(members)
  }
}
