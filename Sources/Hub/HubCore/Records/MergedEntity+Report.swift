import BusProtocol
import EntityResolution
import MusicModel

/// Where the values of an entity come from, as a client is told.
extension MergedEntity {
  func origins(at nowMs: Int?) -> [String: FieldProvenance] {
    provenance.mapValues { origin in
      FieldProvenance(
        ValueReport(origin.chosen, at: nowMs),
        alternatives: origin.alternatives.map { ValueReport($0, at: nowMs) }
      )
    }
  }

  /// The entity with the member `provenance`, which tells of each other member where it comes from.
  func withProvenance(at nowMs: Int?) -> Entity {
    let told = JSONValue.object(origins(at: nowMs).mapValues(\.json))
    switch entity {
    case .artist(var artist):
      artist.extra["provenance"] = told
      return .artist(artist)
    case .album(var album):
      album.extra["provenance"] = told
      return .album(album)
    case .song(var song):
      song.extra["provenance"] = told
      return .song(song)
    case .chart(var chart):
      chart.extra["provenance"] = told
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

extension [SourceRecord] {
  func fetched(at nowMs: Int?) -> [SourceRecord] {
    map { SourceRecord(provider: $0.provider, entity: $0.entity, fetchedMs: nowMs) }
  }
}
