import BusProtocol
import EntityResolution
import MusicModel

extension ClientCall {
  /// The locations of its file, the best first: in some records of the entity, or of the lyrics of `entity`.
  func mediaLocations(
    in records: [SourceRecord],
    of entity: Entity?,
    _ directory: ProviderDirectory
  ) -> [MediaLocation] {
    if spec.result == .lyrics { return lyricsLocations(of: entity, directory) }
    let wanted = parameters.providers
    let records = records.filter { wanted?.contains($0.provider) != false }
    if spec.result == .stream {
      return records.ownStreams(owned: directory.ownedNamespaces, players: directory.players)
        .map(MediaLocation.init)
    }
    return records.flatMap { $0.mediaLocations(for: spec, size: parameters.size) }
      .sorted().map(\.location)
  }

  /// The providers of lyrics: first those that know an id of the song, such as that of the user's files.
  private func lyricsLocations(
    of entity: Entity?,
    _ directory: ProviderDirectory
  ) -> [MediaLocation] {
    guard case .song(let song) = entity else { return [] }
    let locations = directory.providers
      .filter { parameters.providers?.contains($0) ?? !directory.lacksConfiguration($0) }
      .filter { directory.serves($0, spec.method) }
      .map { provider in
        let descriptor = directory.descriptor(of: provider)
        let native = song.ids.first { descriptor?.understands($0) == true }
        return MediaLocation(provider: provider, url: "", id: native ?? song.id, song: song)
      }
    let native = locations.filter {
      directory.descriptor(of: $0.provider)?.understands($0.id ?? song.id) == true
    }
    return native + locations.filter { !native.contains($0) }
  }

  /// The providers that may have its file; all, if they may have to name the entity to each other.
  func providersWithFile(_ providers: [ProviderID], _ world: World) -> [ProviderID] {
    let member = [.artwork: "artwork", .preview: "previewURL", .stream: "stream"][spec.result]
    guard let member, let id = parameters.id, let kind = id.kind, parameters.providers == nil,
      world.index.searchTerms(of: id, or: [], in: []) != nil
    else { return providers }
    let able = providers.filter {
      world.directory.descriptor(of: $0)?.mayHave(member, of: kind) != false
    }
    return able.isEmpty ? providers : able
  }

  /// The locations that are tried: those whose providers can fetch them. A provider of lyrics that is away
  /// counts as a failure, as it might have them.
  func fetchable(
    _ locations: [MediaLocation],
    _ directory: ProviderDirectory
  ) -> [MediaLocation] {
    guard spec.result == .lyrics else { return locations.filter { canFetch($0, directory) } }
    return locations.map { location in
      var location = location
      location.isRetry = !canFetch(location, directory)
      return location
    }
  }

  /// Whether the provider of a location can fetch it now.
  private func canFetch(_ location: MediaLocation, _ directory: ProviderDirectory) -> Bool {
    directory.session(of: location.provider)?.serves(spec.method) == true
  }

  /// The reply if no record has a location of its file.
  func noLocation(of entity: MergedEntity, _ sources: [SourceReport]) -> Failure {
    let what = [.preview: "preview", .stream: "stream"][spec.result] ?? "picture"
    let name = entity.entity.displayName
    if spec.result == .lyrics {
      return Failure(.noProvider, "\"\(spec.method)\" is not served by any provider.")
    }
    guard !sources.contains(where: \.outcome.isMissing) else {
      let text = "No source that replied has a \(what) of \(name)."
      return Failure(.sourcesFailed, text, sources: sources)
    }
    return Failure(.notFound, "No source has a \(what) of \(name).", sources: sources)
  }

  /// The reply with its file.
  func reply(
    with file: MediaFetch.File,
    _ sources: [SourceReport],
    _ settings: HubSettings
  ) -> ReplyMessages {
    var done = Done(parts: 0)
    done.media = file.media
    done.sources = sources
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
