package import MusicModel

/// The provenance of one member of a view.
package struct Provenance: Hashable, Sendable {
  /// The value that is shown.
  package var chosen: SourcedValue
  /// The values of other records, best first; values equal to the chosen one are not repeated.
  package var alternatives: [SourcedValue]

  package var provider: ProviderID { chosen.provider }
  package var record: EntityID { chosen.record }
  package var fetchedMs: Int? { chosen.fetchedMs }
}

/// A value and who said it.
package struct SourcedValue: Hashable, Sendable {
  package var value: JSONValue
  package var provider: ProviderID
  /// The id of the record in which it stood.
  package var record: EntityID
  /// Milliseconds since 1970, where known.
  package var fetchedMs: Int?
}
