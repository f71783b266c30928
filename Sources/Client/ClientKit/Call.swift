package import BusProtocol
package import MusicModel

/// A call of a method, with the parameters that the method needs, and the type of its result.
///
/// There is one function or property per method. What most methods accept as well, such as a country or
/// the page of a list, is added by ``with(_:)``.
package struct Call<Result: Sendable>: Sendable {
  package let method: Method
  package var parameters: CallParameters
  /// The result of a reply; `nil` if the reply does not contain it.
  private let read: @Sendable (Reply) -> Result?

  init(
    _ method: Method,
    read: @escaping @Sendable (Reply) -> Result?,
    _ configure: (inout CallParameters) -> Void = { _ in }
  ) {
    self.method = method
    self.read = read
    parameters = CallParameters()
    configure(&parameters)
  }

  /// The call with further parameters.
  package func with(_ configure: (inout CallParameters) throws -> Void) rethrows -> Call {
    var call = self
    try configure(&call.parameters)
    return call
  }

  /// The result of the call's reply.
  ///
  /// - Throws: ``ClientError/protocolError(_:)`` if the hub did not send it.
  package func result(of reply: Reply) throws(ClientError) -> Result {
    guard let result = read(reply) else {
      throw .protocolError("The reply to \"\(method)\" contains no result.")
    }
    return result
  }
}

extension Call {
  /// The same call with its whole reply as the result.
  package var whole: Call<Reply> {
    var call = Call<Reply>(method, read: { $0 })
    call.parameters = parameters
    return call
  }
}

extension CallParameters {
  /// Whether a call with these parameters can be made again, as it changes nothing or names its change.
  func mayRepeat(_ method: Method) -> Bool { change != nil || Methods[method]?.isReadOnly == true }
}

extension EntityKind {
  /// The method that searches entities of the kind; charts cannot be searched.
  package var searchMethod: Method? {
    switch self {
    case .artist: .artistsSearch
    case .album: .albumsSearch
    case .song: .songsSearch
    case .chart: nil
    }
  }
}

/// Artists, albums, songs and charts: the items of the reply.
extension Call where Result == Reply {
  private init(_ method: Method, _ configure: (inout CallParameters) -> Void = { _ in }) {
    self.init(method, read: { $0 }, configure)
  }

  /// Searches a kind of entity; charts cannot be searched.
  package static func search(_ kind: EntityKind, _ text: String?) -> Call {
    Call(kind.searchMethod ?? .artistsSearch) { $0.text = text }
  }

  /// Searches artists, albums and songs.
  package static func searchAll(_ text: String?) -> Call { Call(.searchAll) { $0.text = text } }

  /// The details of an artist, album or song.
  package static func get(_ id: EntityID) -> Call {
    Call(id.kind.flatMap(Methods.get) ?? .artistGet) { $0.id = id }
  }

  package static func albums(ofArtist id: EntityID) -> Call { Call(.artistAlbums) { $0.id = id } }

  /// Albums by other artists on which an artist appears.
  package static func albums(withArtist id: EntityID) -> Call {
    Call(.artistAppearances) { $0.id = id }
  }

  /// The songs of an artist or album.
  package static func songs(of id: EntityID) -> Call {
    Call(id.kind == .album ? .albumSongs : .artistSongs) { $0.id = id }
  }

  package static func artists(similarTo id: EntityID) -> Call {
    Call(.artistSimilar) { $0.id = id }
  }

  package static var charts: Call { Call(.chartsList) }

  /// The artists of what the user has.
  package static var collectionArtists: Call { Call(.collectionArtists) }

  /// The albums that the user has.
  package static var collectionAlbums: Call { Call(.collectionAlbums) }

  /// The favourite albums and songs that a service no longer has.
  package static var favoritesLinks: Call { Call(.favoritesLinks) }

  /// The albums that the user does not have, of many artists.
  package static func missingAlbums(of artists: CallParameters.ArtistSet) -> Call {
    Call(.albumsMissing) { $0.artistsOf = artists }
  }

  package static func chart(_ chart: CallParameters.Chart) -> Call {
    Call(.chartGet) { $0.chart = chart }
  }

  /// A picture of an artist, album or song, with edges of about `size` pixels.
  package static func artwork(of id: EntityID, size: Int?) -> Call {
    Call(.artworkGet) { ($0.id, $0.size) = (id, size) }
  }

  package static func preview(of id: EntityID) -> Call { Call(.previewGet) { $0.id = id } }

  /// Up to `maxBytes` of a song of the user, from `firstByte` on.
  package static func stream(of id: EntityID, firstByte: Int, maxBytes: Int) -> Call {
    Call(.streamGet) { ($0.id, $0.firstByte, $0.maxBytes) = (id, firstByte, maxBytes) }
  }

  package static func lyrics(of id: EntityID) -> Call { Call(.songLyrics) { $0.id = id } }

  /// A call by a sample of a provider, which only that provider serves, and no cache. It is no search of the user.
  package static func sample(_ sample: Descriptor.ExampleCall, of provider: ProviderID) -> Call {
    Call(sample.method) { parameters in
      guard let rules = Methods[sample.method]?.client else { return }
      parameters = rules.only(sample.params)
      if rules.names.contains("lookup") { parameters.lookup = true }
      (parameters.providers, parameters.cache) = ([provider], .bypass)
    }
  }

  /// A page of the favourites.
  package static var favorites: Call { Call(.favoritesList) }

  /// A favourite by its ULID or any id of its entity.
  package static func favorite(_ key: String) -> Call { Call(.favoritesGet) { $0.key = key } }

  /// A chunk of a file with all favourites.
  package static func favoritesExport(as format: CallParameters.FavoriteFormat) -> Call {
    Call(.favoritesExport) { $0.format = format }
  }

  package static var favoritesCompact: Call { Call(.favoritesCompact) }

  package static var hubStop: Call { Call(.hubStop) }

  /// A watch, whose parts are changes of the hub.
  static var hubWatch: Call { Call(.hubWatch) }

  /// The status of the hub, in `done.hub`, and of its providers.
  package static var hubStatus: Call { Call(.hubStatus) }
}

/// Changes of the favourites: a result for each favourite.
extension Call where Result == [FavoriteResult] {
  /// A change, with an id if it may be repeated by it.
  private init(_ method: Method, _ configure: (inout CallParameters) -> Void = { _ in }) {
    self.init(method, read: { $0.done.results ?? [] }, configure)
    if Methods[method]?.client.names.contains("change") == true {
      parameters.change = String(UInt64.random(in: .min ... .max), radix: 16)
    }
  }

  /// Adds an entity, or removes it if it is a favourite.
  package static func favoritesToggle(_ id: EntityID) -> Call {
    Call(.favoritesToggle) { $0.id = id }
  }

  package static func favoritesAdd(_ id: EntityID) -> Call { Call(.favoritesAdd) { $0.id = id } }

  /// Removes favourites by their keys, 1 to 200.
  package static func favoritesRemove(_ keys: [String]) -> Call {
    Call(.favoritesRemove) { $0.keys = keys }
  }

  /// Moves a favourite, before or after `target` if the position is relative.
  package static func favoritesMove(
    _ key: String,
    to position: CallParameters.FavoritePosition,
    _ target: String? = nil
  ) -> Call {
    Call(.favoritesMove) { ($0.key, $0.position, $0.target) = (key, position, target) }
  }

  /// Moves a favourite to a position from 1; past the end means last.
  package static func favoritesMove(_ key: String, to index: Int) -> Call {
    Call(.favoritesMove) { ($0.key, $0.index) = (key, index) }
  }

  /// Sets the note of a favourite; `nil` removes it.
  package static func favoritesNote(_ key: String, _ note: String?) -> Call {
    Call(.favoritesNote) { ($0.key, $0.note) = (key, note) }
  }

  package static var favoritesUndo: Call { Call(.favoritesUndo) }

  /// Imports rows, 1 to 1,000: entities, or objects of an export.
  package static func favoritesImport(_ rows: [EncodedJSON]) -> Call {
    Call(.favoritesImport) { $0.rows = rows }
  }
}

extension Call where Result == FavoritesCheck {
  package static var favoritesCheck: Call { Call(.favoritesCheck, read: \.done.check) }
}

extension Call where Result == ExplanationReport {
  /// Why the records of an entity were merged.
  package static func explain(_ id: EntityID) -> Call {
    Call(.recordsExplain, read: \.done.explanation) { $0.id = id }
  }
}

extension Call where Result == NameResolution {
  /// What a name, a URL or a code means; the items of the reply have it.
  package static func resolve(_ name: String, as kinds: [EntityKind]) -> Call {
    Call(.namesResolve, read: \.done.resolution) { ($0.text, $0.entityKinds) = (name, kinds) }
  }
}

/// Imports of files of other programs.
extension Call where Result == Reply {
  /// Keeps rows of a file, each an `ImportRow`.
  package static func importsAdd(_ rows: [EncodedJSON], to batch: String) -> Call {
    Call(.importsAdd) { ($0.rows, $0.batch) = (rows, batch) }
  }

  /// Rows of all imports that have become something, of the last import first.
  package static func importRows(_ state: ImportRowState) -> Call {
    Call(.importsRows) { $0.rowState = state }
  }
}

extension Call where Result == ImportReport {
  /// Starts an import, or goes on with it; of one that is not known yet, with the file.
  package static func importsStart(_ batch: String) -> Call {
    Call(.importsStart, read: { $0.done.imports?.first }) { $0.batch = batch }
  }

  package static func importsStop(_ batch: String) -> Call {
    Call(.importsStop, read: { $0.done.imports?.first }) { $0.batch = batch }
  }

  /// How far an import is.
  package static func importReport(_ batch: String) -> Call {
    Call(.importsList, read: { $0.done.imports?.first }) { $0.batch = batch }
  }
}

extension Call where Result == [ImportReport] {
  package static var imports: Call { Call(.importsList, read: \.done.imports) }
}

extension Call where Result == [FavoriteResult] {
  /// Says what a doubtful row of an import means; without an id, none of its choices.
  package static func importsAnswer(_ batch: String, row: Int, _ id: EntityID?) -> Call {
    Call(.importsAnswer) { ($0.batch, $0.row, $0.id) = (batch, row, id) }
  }
}

extension Call where Result == [EntityMatch] {
  /// Which of the entities of earlier replies a row means.
  package static func match(_ row: EncodedJSON, among ids: [EntityID]) -> Call {
    Call(.recordsMatch, read: \.done.matches) { ($0.rows, $0.ids) = ([row], ids) }
  }
}

extension Call where Result == UserVerdict {
  /// Says that two entities are the same, or that they are not.
  package static func verdict(
    _ relation: UserVerdict.Relation,
    _ id: EntityID,
    _ other: EntityID
  ) -> Call {
    let method = relation == .same ? Method.recordsSame : .recordsDifferent
    return Call(method, read: \.done.verdict) { ($0.id, $0.other) = (id, other) }
  }

  /// Reverts the last verdict.
  package static var recordsUndo: Call { Call(.recordsUndo, read: \.done.verdict) }
}

extension Call where Result == [ReleaseReport] {
  /// New albums of favourite artists, the last found first.
  package static var releases: Call { Call(.releasesList, read: { $0.done.releases ?? [] }) }
  package static var releasesSeen: Call {
    Call(.releasesSeen, read: { $0.done.releases ?? [] })
  }
}

extension Call where Result == [CollectionReport] {
  /// What the user has, and what is wrong with it.
  package static var collection: Call { Call(.collectionCheck, read: { $0.done.collection ?? [] }) }
}

extension Call where Result == CacheStatus {
  package static var cacheStatus: Call { Call(.cacheStatus, read: \.done.cache) }
  package static var cacheClear: Call { Call(.cacheClear, read: \.done.cache) }

  /// Protects the cached replies about an entity from eviction.
  package static func pin(_ id: EntityID) -> Call {
    Call(.cachePin, read: \.done.cache) { $0.id = id }
  }

  /// Removes that protection from an entity, or from all.
  package static func unpin(_ id: EntityID?) -> Call {
    Call(.cacheUnpin, read: \.done.cache) { $0.id = id }
  }
}

extension Call where Result == LibraryStatus {
  package static var libraryStatus: Call { Call(.libraryStatus, read: \.done.library) }
  package static var libraryClear: Call { Call(.libraryClear, read: \.done.library) }
  package static var libraryRebuild: Call { Call(.libraryRebuild, read: \.done.library) }
}

extension Call where Result == [RecentSearch] {
  /// The recent searches, the last one first.
  package static func searchesRecent(limit: Int) -> Call {
    Call(.searchesRecent, read: { $0.done.recent ?? [] }) { $0.limit = limit }
  }
}

extension Call where Result == [Metric] {
  package static var metrics: Call { Call(.hubMetrics, read: { $0.done.metrics ?? [] }) }
}

/// Providers, with their state at that time.
extension Call where Result == [ProviderStatus] {
  private init(_ method: Method, _ configure: (inout CallParameters) -> Void = { _ in }) {
    self.init(method, read: { $0.done.providers ?? [] }, configure)
  }

  package static var providers: Call { Call(.providersList) }

  /// Installs a provider by the absolute path of its manifest; its budgets limit all providers of the
  /// approved hosts.
  package static func providersAdd(_ path: String, approving hosts: [String]) -> Call {
    Call(.providersAdd) { ($0.path, $0.approvedHosts) = (path, hosts.isEmpty ? nil : hosts) }
  }

  /// Adds a further instance of the provider with that manifest.
  package static func addInstance(_ id: ProviderID, ofProviderAt path: String) -> Call {
    Call(.providersAdd) { ($0.path, $0.instance) = (path, id) }
  }

  package static func providersRemove(_ ids: [ProviderID]) -> Call {
    Call(.providersRemove) { $0.providers = ids }
  }

  /// Restarts these providers, or all whose manifest or executable changed.
  package static func providersReload(_ ids: [ProviderID]?) -> Call {
    Call(.providersReload) { $0.providers = ids }
  }

  package static func providersReset(_ ids: [ProviderID]) -> Call {
    Call(.providersReset) { $0.providers = ids }
  }
}
