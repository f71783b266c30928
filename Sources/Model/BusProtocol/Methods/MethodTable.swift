// Written by Protocol/generate from Protocol/registry/methods.json; change the methods there.
// swift-format-ignore-file
import MusicModel

extension Method {
  /// Finds artists by name.
  public static let artistsSearch = Method(rawValue: "artists.search")
  /// Returns one artist in full.
  public static let artistGet = Method(rawValue: "artist.get")
  /// Lists the albums of an artist.
  public static let artistAlbums = Method(rawValue: "artist.albums")
  /// Lists albums by other artists on which an artist appears.
  public static let artistAppearances = Method(rawValue: "artist.appearances")
  /// Lists songs of an artist.
  public static let artistSongs = Method(rawValue: "artist.songs")
  /// Lists artists that are similar to an artist.
  public static let artistSimilar = Method(rawValue: "artist.similar")
  /// Finds albums by title.
  public static let albumsSearch = Method(rawValue: "albums.search")
  /// Returns one album in full.
  public static let albumGet = Method(rawValue: "album.get")
  /// Lists the songs of an album, in its order.
  public static let albumSongs = Method(rawValue: "album.songs")
  /// Finds songs by title.
  public static let songsSearch = Method(rawValue: "songs.search")
  /// Returns one song in full.
  public static let songGet = Method(rawValue: "song.get")
  /// Lists the available charts.
  public static let chartsList = Method(rawValue: "charts.list")
  /// Lists the entries of a chart by rank.
  public static let chartGet = Method(rawValue: "chart.get")
  /// Fetches one picture.
  public static let artworkGet = Method(rawValue: "artwork.get")
  /// Fetches the preview of one song.
  public static let previewGet = Method(rawValue: "preview.get")
  /// Fetches a part of one song of the user.
  public static let streamGet = Method(rawValue: "stream.get")
  /// Fetches the lyrics of one song.
  public static let songLyrics = Method(rawValue: "song.lyrics")
  /// Lists the artists of what the user has.
  public static let collectionArtists = Method(rawValue: "collection.artists")
  /// Lists the albums that the user has.
  public static let collectionAlbums = Method(rawValue: "collection.albums")
  /// Counts what the user has, and finds what is wrong with it.
  public static let collectionCheck = Method(rawValue: "collection.check")
  /// Searches artists, albums and songs at once.
  public static let searchAll = Method(rawValue: "search.all")
  /// Returns the artist, album or song that a name, a URL or a code means.
  public static let namesResolve = Method(rawValue: "names.resolve")
  /// Lists the albums that the user does not have, of favourite artists or of those of what the user has.
  public static let albumsMissing = Method(rawValue: "albums.missing")
  /// Explains an entity: its records, the evidence, the provenance of its values, and near misses.
  public static let recordsExplain = Method(rawValue: "records.explain")
  /// Says which of the entities that the hub knows each row means.
  public static let recordsMatch = Method(rawValue: "records.match")
  /// Stores the user's verdict that two ids name the same entity.
  public static let recordsSame = Method(rawValue: "records.same")
  /// Stores the user's verdict that two ids name different entities.
  public static let recordsDifferent = Method(rawValue: "records.different")
  /// Reverts the user's last verdict.
  public static let recordsUndo = Method(rawValue: "records.undo")
  /// Returns the size of the provider cache.
  public static let cacheStatus = Method(rawValue: "cache.status")
  /// Removes all cache entries that are not pinned, and the recent searches.
  public static let cacheClear = Method(rawValue: "cache.clear")
  /// Protects the cache entries of an entity from eviction.
  public static let cachePin = Method(rawValue: "cache.pin")
  /// Removes that protection.
  public static let cacheUnpin = Method(rawValue: "cache.unpin")
  /// Lists recent searches, the last one first.
  public static let searchesRecent = Method(rawValue: "searches.recent")
  /// Returns the size of the library.
  public static let libraryStatus = Method(rawValue: "library.status")
  /// Removes all records from the library.
  public static let libraryClear = Method(rawValue: "library.clear")
  /// Indexes the library again.
  public static let libraryRebuild = Method(rawValue: "library.rebuild")
  /// Lists new albums of favourite artists, the last found first.
  public static let releasesList = Method(rawValue: "releases.list")
  /// Marks all new albums as seen.
  public static let releasesSeen = Method(rawValue: "releases.seen")
  /// Returns a page of the favourites.
  public static let favoritesList = Method(rawValue: "favorites.list")
  /// Returns one favourite in full.
  public static let favoritesGet = Method(rawValue: "favorites.get")
  /// Makes an artist, album or song a favourite.
  public static let favoritesAdd = Method(rawValue: "favorites.add")
  /// Makes an artist, album or song a favourite, or removes it from them.
  public static let favoritesToggle = Method(rawValue: "favorites.toggle")
  /// Removes favourites.
  public static let favoritesRemove = Method(rawValue: "favorites.remove")
  /// Moves a favourite within the user's order.
  public static let favoritesMove = Method(rawValue: "favorites.move")
  /// Sets or removes the note of a favourite.
  public static let favoritesNote = Method(rawValue: "favorites.note")
  /// Undoes the last change of the favourites.
  public static let favoritesUndo = Method(rawValue: "favorites.undo")
  /// Imports favourites and merges them with the existing ones.
  public static let favoritesImport = Method(rawValue: "favorites.import")
  /// Returns a chunk of a file with all favourites, as an attachment.
  public static let favoritesExport = Method(rawValue: "favorites.export")
  /// Keeps rows of a file that is to be imported.
  public static let importsAdd = Method(rawValue: "imports.add")
  /// Starts an import, or goes on with it.
  public static let importsStart = Method(rawValue: "imports.start")
  /// Stops an import.
  public static let importsStop = Method(rawValue: "imports.stop")
  /// Lists imports, or says how far one is.
  public static let importsList = Method(rawValue: "imports.list")
  /// Lists rows of imports, such as those that only the user can decide.
  public static let importsRows = Method(rawValue: "imports.rows")
  /// Decides what a doubtful row means.
  public static let importsAnswer = Method(rawValue: "imports.answer")
  /// Checks the whole favourites file for errors.
  public static let favoritesCheck = Method(rawValue: "favorites.check")
  /// Finds favourite albums and songs that a service no longer has.
  public static let favoritesLinks = Method(rawValue: "favorites.links")
  /// Compacts the favourites file.
  public static let favoritesCompact = Method(rawValue: "favorites.compact")
  /// Returns the status of each provider.
  public static let providersList = Method(rawValue: "providers.list")
  /// Installs a provider by its manifest.
  public static let providersAdd = Method(rawValue: "providers.add")
  /// Uninstalls providers, after their calls in flight.
  public static let providersRemove = Method(rawValue: "providers.remove")
  /// Restarts the named providers, or all whose manifest or executable changed.
  public static let providersReload = Method(rawValue: "providers.reload")
  /// Restarts providers that are stopped or quarantined.
  public static let providersReset = Method(rawValue: "providers.reset")
  /// Returns the status of the hub.
  public static let hubStatus = Method(rawValue: "hub.status")
  /// Returns the metrics of the hub.
  public static let hubMetrics = Method(rawValue: "hub.metrics")
  /// Returns the id that a URL or URI of a source, a bar code or an ISRC means.
  public static let idsFind = Method(rawValue: "ids.find")
  /// Returns the status of hub and providers, then each change.
  public static let hubWatch = Method(rawValue: "hub.watch")
  /// Stops the hub, after its reply.
  public static let hubStop = Method(rawValue: "hub.stop")
}

extension Methods {
  /// Every method, in the order of the registry.
  public static let all: [MethodSpec] = [
    MethodSpec(
      .artistsSearch, "finds artists by name", .text,
      result: .list(.relevance),
      kinds: [.artist],
      isReadOnly: true,
      client: .init([.text], optional: [.exact, .lookup, .country, .lang], groups: [.page, .calling]),
      provider: .init([.text], optional: [.exact, .country, .lang, .limit, .offset, .cursor, .grant])),
    MethodSpec(
      .artistGet, "returns one artist in full", .id(.artist),
      result: .single,
      kinds: [.artist],
      isReadOnly: true,
      client: .init([.id], optional: [.country, .lang], groups: [.calling]),
      provider: .init([.id], optional: [.ids, .country, .lang, .grant])),
    MethodSpec(
      .artistAlbums, "lists the albums of an artist", .id(.artist),
      result: .list(.date),
      kinds: [.album],
      isReadOnly: true,
      retainsRecords: true,
      client: .init([.id], optional: [.country, .lang, .explicit], groups: [.page, .calling]),
      provider: .init([.id], optional: [.ids, .artist, .country, .lang, .explicit, .limit, .offset, .cursor, .grant])),
    MethodSpec(
      .artistAppearances, "lists albums by other artists on which an artist appears", .id(.artist),
      result: .list(.date),
      kinds: [.album],
      isReadOnly: true,
      retainsRecords: true,
      client: .init([.id], optional: [.country, .lang, .explicit], groups: [.page, .calling]),
      provider: .init([.id], optional: [.ids, .artist, .country, .lang, .explicit, .limit, .offset, .cursor, .grant])),
    MethodSpec(
      .artistSongs, "lists songs of an artist", .id(.artist),
      result: .list(.position),
      kinds: [.song],
      isReadOnly: true,
      retainsRecords: true,
      client: .init([.id], optional: [.country, .lang, .explicit], groups: [.page, .calling]),
      provider: .init([.id], optional: [.ids, .country, .lang, .explicit, .limit, .offset, .cursor, .grant])),
    MethodSpec(
      .artistSimilar, "lists artists that are similar to an artist", .id(.artist),
      result: .list(.agreement),
      kinds: [.artist],
      isReadOnly: true,
      client: .init([.id], optional: [.country, .lang], groups: [.page, .calling]),
      provider: .init([.id], optional: [.ids, .country, .lang, .limit, .offset, .cursor, .grant])),
    MethodSpec(
      .albumsSearch, "finds albums by title", .text,
      result: .list(.relevance),
      kinds: [.album],
      isReadOnly: true,
      client: .init([.text], optional: [.exact, .lookup, .artist, .country, .lang, .explicit], groups: [.page, .calling]),
      provider: .init([.text], optional: [.exact, .artist, .country, .lang, .explicit, .limit, .offset, .cursor, .grant])),
    MethodSpec(
      .albumGet, "returns one album in full", .id(.album),
      result: .single,
      kinds: [.album],
      isReadOnly: true,
      client: .init([.id], optional: [.country, .lang], groups: [.calling]),
      provider: .init([.id], optional: [.ids, .country, .lang, .grant])),
    MethodSpec(
      .albumSongs, "lists the songs of an album, in its order", .id(.album),
      result: .list(.track),
      kinds: [.song],
      isReadOnly: true,
      retainsRecords: true,
      client: .init([.id], optional: [.country, .lang, .explicit], groups: [.page, .calling]),
      provider: .init([.id], optional: [.ids, .country, .lang, .explicit, .limit, .offset, .cursor, .grant])),
    MethodSpec(
      .songsSearch, "finds songs by title", .text,
      result: .list(.relevance),
      kinds: [.song],
      isReadOnly: true,
      client: .init([.text], optional: [.exact, .lookup, .artist, .album, .country, .lang, .explicit], groups: [.page, .calling]),
      provider: .init([.text], optional: [.exact, .artist, .album, .country, .lang, .explicit, .limit, .offset, .cursor, .grant])),
    MethodSpec(
      .songGet, "returns one song in full", .id(.song),
      result: .single,
      kinds: [.song],
      isReadOnly: true,
      client: .init([.id], optional: [.country, .lang], groups: [.calling]),
      provider: .init([.id], optional: [.ids, .country, .lang, .grant])),
    MethodSpec(
      .chartsList, "lists the available charts", .noSubject,
      result: .list(.name),
      kinds: [.chart],
      isReadOnly: true,
      client: .init(optional: [.country, .lang], groups: [.page, .calling]),
      provider: .init(optional: [.country, .lang, .grant])),
    MethodSpec(
      .chartGet, "lists the entries of a chart by rank", .chart,
      result: .list(.rank),
      kinds: [.album, .song],
      isReadOnly: true,
      client: .init([.chart], optional: [.country, .lang, .explicit], groups: [.page, .calling]),
      provider: .init([.chart], optional: [.country, .lang, .limit, .offset, .cursor, .genre, .explicit, .grant])),
    MethodSpec(
      .artworkGet, "fetches one picture", .anyID,
      result: .artwork,
      isReadOnly: true,
      client: .init([.id], optional: [.size, .country, .lang], groups: [.calling]),
      provider: .init(anyOf: [.url, .id], optional: [.size, .grant])),
    MethodSpec(
      .previewGet, "fetches the preview of one song", .id(.song),
      result: .preview,
      isReadOnly: true,
      client: .init([.id], optional: [.country, .lang], groups: [.calling]),
      provider: .init(anyOf: [.url, .id], optional: [.grant])),
    MethodSpec(
      .streamGet, "fetches a part of one song of the user", .id(.song),
      result: .stream,
      isReadOnly: true,
      client: .init([.id], optional: [.firstByte, .maxBytes, .country, .lang], groups: [.calling]),
      provider: .init([.url], optional: [.id, .firstByte, .maxBytes, .grant])),
    MethodSpec(
      .songLyrics, "fetches the lyrics of one song", .id(.song),
      result: .lyrics,
      isReadOnly: true,
      client: .init([.id], optional: [.country, .lang], groups: [.calling]),
      provider: .init([.id], optional: [.ids, .text, .artist, .album, .durationMs, .lang, .grant])),
    MethodSpec(
      .collectionArtists, "lists the artists of what the user has", .noSubject,
      result: .list(.name),
      kinds: [.artist],
      isReadOnly: true,
      client: .init(groups: [.page, .calling]),
      provider: .init(optional: [.limit, .offset, .cursor, .grant])),
    MethodSpec(
      .collectionAlbums, "lists the albums that the user has", .noSubject,
      result: .list(.name),
      kinds: [.album],
      isReadOnly: true,
      client: .init(groups: [.page, .calling]),
      provider: .init(optional: [.limit, .offset, .cursor, .grant])),
    MethodSpec(
      .collectionCheck, "counts what the user has, and finds what is wrong with it", .noSubject,
      result: .report,
      gives: ["collection", "sources"],
      isReadOnly: true,
      client: .init(groups: [.calling]),
      provider: .init(optional: [.grant])),
    MethodSpec(
      .searchAll, "searches artists, albums and songs at once", .text,
      result: .report,
      kinds: [.artist, .album, .song],
      gives: ["id", "ids", "lists", "suggestion", "sources", "notes"],
      isReadOnly: true,
      client: .init([.text], optional: [.lookup, .country, .lang, .explicit, .owned, .limit], groups: [.calling])),
    MethodSpec(
      .namesResolve, "returns the artist, album or song that a name, a URL or a code means", .text,
      result: .report,
      kinds: [.artist, .album, .song],
      gives: ["resolution", "sources", "notes"],
      isReadOnly: true,
      client: .init([.text], optional: [.entityKinds, .country, .lang], groups: [.calling])),
    MethodSpec(
      .albumsMissing, "lists the albums that the user does not have, of favourite artists or of those of what the user has", .noSubject,
      result: .report,
      kinds: [.album],
      gives: ["total", "totalIsExact", "sources", "notes"],
      isReadOnly: true,
      client: .init([.artistsOf], optional: [.country, .lang, .explicit, .from, .to], groups: [.calling])),
    MethodSpec(
      .recordsExplain, "explains an entity: its records, the evidence, the provenance of its values, and near misses", .anyID,
      result: .explanation,
      gives: ["explanation", "sources"],
      isReadOnly: true,
      client: .init([.id], optional: [.country, .lang], groups: [.calling])),
    MethodSpec(
      .recordsMatch, "says which of the entities that the hub knows each row means", .noSubject,
      result: .report,
      gives: ["matches"],
      isReadOnly: true,
      client: .init([.rows, .ids])),
    MethodSpec(
      .recordsSame, "stores the user's verdict that two ids name the same entity", .noSubject,
      result: .report,
      gives: ["verdict", "notes"],
      client: .init([.id, .other])),
    MethodSpec(
      .recordsDifferent, "stores the user's verdict that two ids name different entities", .noSubject,
      result: .report,
      gives: ["verdict", "notes"],
      client: .init([.id, .other])),
    MethodSpec(
      .recordsUndo, "reverts the user's last verdict", .noSubject,
      result: .report,
      gives: ["verdict", "notes"],
      client: .init(optional: [.id, .other])),
    MethodSpec(
      .cacheStatus, "returns the size of the provider cache", .noSubject,
      result: .report,
      gives: ["cache"],
      isReadOnly: true),
    MethodSpec(
      .cacheClear, "removes all cache entries that are not pinned, and the recent searches", .noSubject,
      result: .report,
      gives: ["cache"]),
    MethodSpec(
      .cachePin, "protects the cache entries of an entity from eviction", .noSubject,
      result: .report,
      gives: ["cache"],
      client: .init([.id])),
    MethodSpec(
      .cacheUnpin, "removes that protection", .noSubject,
      result: .report,
      gives: ["cache"],
      client: .init(optional: [.id])),
    MethodSpec(
      .searchesRecent, "lists recent searches, the last one first", .noSubject,
      result: .report,
      gives: ["recent"],
      isReadOnly: true,
      client: .init(optional: [.limit])),
    MethodSpec(
      .libraryStatus, "returns the size of the library", .noSubject,
      result: .report,
      gives: ["library"],
      isReadOnly: true),
    MethodSpec(
      .libraryClear, "removes all records from the library", .noSubject,
      result: .report,
      gives: ["library"]),
    MethodSpec(
      .libraryRebuild, "indexes the library again", .noSubject,
      result: .report,
      gives: ["library"]),
    MethodSpec(
      .releasesList, "lists new albums of favourite artists, the last found first", .noSubject,
      result: .report,
      gives: ["releases", "notes"],
      isReadOnly: true),
    MethodSpec(
      .releasesSeen, "marks all new albums as seen", .noSubject,
      result: .report,
      gives: ["releases"]),
    MethodSpec(
      .favoritesList, "returns a page of the favourites", .noSubject,
      result: .report,
      kinds: [.artist, .album, .song],
      gives: ["total", "next", "revision"],
      isReadOnly: true,
      client: .init(optional: [.favoriteSort, .entityKind, .text, .genre, .from, .to, .addedFrom, .addedTo, .limit, .offset, .detail])),
    MethodSpec(
      .favoritesGet, "returns one favourite in full", .noSubject,
      result: .single,
      kinds: [.artist, .album, .song],
      isReadOnly: true,
      client: .init([.key])),
    MethodSpec(
      .favoritesAdd, "makes an artist, album or song a favourite", .anyID,
      result: .favorite,
      gives: ["results", "sources"],
      client: .init([.id], optional: [.change, .country, .lang], groups: [.calling])),
    MethodSpec(
      .favoritesToggle, "makes an artist, album or song a favourite, or removes it from them", .anyID,
      result: .favorite,
      gives: ["results", "sources"],
      client: .init([.id], optional: [.change, .country, .lang], groups: [.calling])),
    MethodSpec(
      .favoritesRemove, "removes favourites", .noSubject,
      result: .report,
      gives: ["results"],
      client: .init([.keys], optional: [.change])),
    MethodSpec(
      .favoritesMove, "moves a favourite within the user's order", .noSubject,
      result: .report,
      gives: ["results"],
      client: .init([.key], anyOf: [.position, .index], optional: [.change, .target])),
    MethodSpec(
      .favoritesNote, "sets or removes the note of a favourite", .noSubject,
      result: .report,
      gives: ["results"],
      client: .init([.key], optional: [.change, .note])),
    MethodSpec(
      .favoritesUndo, "undoes the last change of the favourites", .noSubject,
      result: .report,
      gives: ["results", "total"],
      client: .init(optional: [.change])),
    MethodSpec(
      .favoritesImport, "imports favourites and merges them with the existing ones", .noSubject,
      result: .report,
      gives: ["results"],
      client: .init([.rows], optional: [.batch])),
    MethodSpec(
      .favoritesExport, "returns a chunk of a file with all favourites, as an attachment", .noSubject,
      result: .report,
      gives: ["media", "next", "revision"],
      isReadOnly: true,
      client: .init([.format], optional: [.offset])),
    MethodSpec(
      .importsAdd, "keeps rows of a file that is to be imported", .noSubject,
      result: .report,
      gives: [],
      client: .init([.batch, .rows])),
    MethodSpec(
      .importsStart, "starts an import, or goes on with it", .noSubject,
      result: .report,
      gives: ["imports"],
      client: .init([.batch], optional: [.file, .country, .lang, .providers])),
    MethodSpec(
      .importsStop, "stops an import", .noSubject,
      result: .report,
      gives: ["imports"],
      client: .init([.batch])),
    MethodSpec(
      .importsList, "lists imports, or says how far one is", .noSubject,
      result: .report,
      gives: ["imports"],
      isReadOnly: true,
      client: .init(optional: [.batch])),
    MethodSpec(
      .importsRows, "lists rows of imports, such as those that only the user can decide", .noSubject,
      result: .report,
      gives: ["rows", "total", "next"],
      isReadOnly: true,
      client: .init([.rowState], optional: [.batch, .limit, .offset])),
    MethodSpec(
      .importsAnswer, "decides what a doubtful row means", .noSubject,
      result: .report,
      gives: ["results"],
      client: .init([.batch, .row], optional: [.id])),
    MethodSpec(
      .favoritesCheck, "checks the whole favourites file for errors", .noSubject,
      result: .report,
      gives: ["check"]),
    MethodSpec(
      .favoritesLinks, "finds favourite albums and songs that a service no longer has", .noSubject,
      result: .report,
      gives: ["unavailable", "sources", "notes"],
      isReadOnly: true,
      client: .init(optional: [.country, .lang], groups: [.calling])),
    MethodSpec(
      .favoritesCompact, "compacts the favourites file", .noSubject,
      result: .report,
      gives: ["notes"]),
    MethodSpec(
      .providersList, "returns the status of each provider", .noSubject,
      result: .report,
      gives: ["providers", "notes"],
      isReadOnly: true),
    MethodSpec(
      .providersAdd, "installs a provider by its manifest", .noSubject,
      result: .report,
      gives: ["providers"],
      client: .init([.path], optional: [.approvedHosts, .instance])),
    MethodSpec(
      .providersRemove, "uninstalls providers, after their calls in flight", .noSubject,
      result: .report,
      gives: ["providers"],
      client: .init([.providers])),
    MethodSpec(
      .providersReload, "restarts the named providers, or all whose manifest or executable changed", .noSubject,
      result: .report,
      gives: ["providers"],
      client: .init(optional: [.providers])),
    MethodSpec(
      .providersReset, "restarts providers that are stopped or quarantined", .noSubject,
      result: .report,
      gives: ["providers"],
      client: .init([.providers])),
    MethodSpec(
      .hubStatus, "returns the status of the hub", .noSubject,
      result: .report,
      gives: ["hub", "providers"],
      isReadOnly: true),
    MethodSpec(
      .hubMetrics, "returns the metrics of the hub", .noSubject,
      result: .report,
      gives: ["metrics"],
      isReadOnly: true),
    MethodSpec(
      .idsFind, "returns the id that a URL or URI of a source, a bar code or an ISRC means", .noSubject,
      result: .report,
      gives: ["id"],
      isReadOnly: true,
      client: .init([.text])),
    MethodSpec(
      .hubWatch, "returns the status of hub and providers, then each change", .noSubject,
      result: .report,
      gives: ["hub", "providers", "removed", "favorites", "releases"]),
    MethodSpec(
      .hubStop, "stops the hub, after its reply", .noSubject,
      result: .report)
  ]
}

extension ParameterRules.Group {
  /// The parameters of the group.
  public var parameters: [Parameter] {
    switch self {
    case .page: [.limit, .offset, .listSort, .title, .from, .to, .genre, .albumKind, .owned, .editions]
    case .calling: [.detail, .providers, .waitMs, .stream, .cache]
    }
  }
}
