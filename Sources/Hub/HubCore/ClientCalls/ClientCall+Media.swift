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

  /// The reply with its file, or `nil` if that was not fetched.
  func fileReply(_ settings: HubSettings) -> ReplyMessages? {
    guard let file = fetch?.file else { return nil }
    var done = Done(parts: 0)
    done.media = file.media
    done.sources = fetch?.sources
    let failure = Failure(.tooLarge, "The description of the file is too large.")
    return ReplyMessages(
      to: origin.id,
      done,
      attachment: file.bytes,
      or: failure,
      settings
    )
  }
}
