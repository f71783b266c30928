import BusProtocol
import EntityResolution
import MusicModel

extension ClientCall {
  /// The locations of its file in some records, the best first.
  func mediaLocations(in records: [SourceRecord]) -> [MediaLocation] {
    let wanted = parameters.providers
    return records.filter { wanted?.contains($0.provider) != false }
      .flatMap { $0.mediaLocations(for: spec, size: parameters.size) }
      .sorted().map(\.location)
  }

  /// Whether the provider of a location can fetch it now.
  func canFetch(_ location: MediaLocation, _ directory: ProviderDirectory) -> Bool {
    directory.session(of: location.provider, existingFor: id)?.serves(spec.method) == true
  }

  /// The reply if no record has a location of its file.
  func noLocation(of entity: MergedEntity, _ sources: [SourceReport]) -> Failure {
    let what = spec.result == .preview ? "preview" : "picture"
    let name = entity.entity.displayName
    guard !sources.contains(where: \.outcome.isMissing) else {
      let text = "No source that replied has a \(what) of \(name)."
      return Failure(.sourcesFailed, text, sources: sources)
    }
    return Failure(.notFound, "No source has a \(what) of \(name).", sources: sources)
  }
}
