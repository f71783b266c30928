internal import EntityResolution
internal import ProviderKit
internal import SQLite

extension FilesProvider {
  /// A reply is fresh for a short time, because files change, and for a shorter one during a scan; in milliseconds.
  private static let (freshMs, scanFreshMs) = (10_000, 1_000)
  private static let pictureFreshMs = 24 * 60 * 60 * 1000
  private static let maxLyricsBytes = 256 * 1024
  private static let maxPictureBytes = WireLimits.standard.attachmentBytes

  var endpoints: [Endpoint] {
    let artist = FileID.id(.artist, FileID.artist(named: "MusicBus"))
    return [
      endpoint(.artistsSearch, text: "MusicBus") { call, tables in
        try tables.artists(named: [call.text], isComplete: call.isComplete, call.bounds).stated(
          in: call
        )
      },
      endpoint(.albumsSearch, text: "Silence") { call, tables in
        try tables.albums(named: call.names, isComplete: call.isComplete, call.bounds).stated(
          in: call
        )
      },
      endpoint(.songsSearch, text: "Silence") { call, tables in
        if let path = FileURL.path(call.text) {
          return try tables.song(at: path).map { [$0.entity] } ?? []
        }
        return try tables.songs(named: call.names, isComplete: call.isComplete, call.bounds).stated(
          in: call
        )
      },
      endpoint(.artistGet, id: artist) { call, tables in
        try call.uid(.artist).flatMap { try tables.artist($0) }.map { [$0.entity] } ?? []
      },
      endpoint(.albumGet) { call, tables in
        try call.uid(.album).flatMap { try tables.album($0) }.map { [$0.entity] } ?? []
      },
      endpoint(.songGet) { call, tables in
        try call.uid(.song).flatMap { try tables.song($0) }.map { [$0.entity] } ?? []
      },
      endpoint(.artistAlbums, id: artist) { call, tables in
        try call.uid(.artist).map { try tables.albums(ofArtist: $0, call.bounds).stated(in: call) }
          ?? []
      },
      endpoint(.artistAppearances) { call, tables in
        try call.uid(.artist).map {
          try tables.albums(withArtist: $0, call.bounds).stated(in: call)
        }
          ?? []
      },
      endpoint(.artistSongs, id: artist) { call, tables in
        try call.uid(.artist).map { try tables.songs(ofArtist: $0, call.bounds).stated(in: call) }
          ?? []
      },
      endpoint(.albumSongs) { call, tables in
        try call.uid(.album).map { try tables.songs(ofAlbum: $0, call.bounds).stated(in: call) }
          ?? []
      },
      endpoint(.collectionArtists) { call, tables in
        try tables.artists(call.bounds).stated(in: call)
      },
      endpoint(.collectionAlbums) { call, tables in
        try tables.albums(call.bounds).stated(in: call)
      },
      reading(.collectionCheck, freshMs: FilesProvider.scanFreshMs) { _, tables in
        Reply(collection: try tables.collection())
      },
      file(.artworkGet, picture),
      file(.previewGet, preview),
      Endpoint(
        .songLyrics,
        declared: .init(cost: [:], freshMs: FilesProvider.freshMs),
        samples: []
      ) { [index] call throws(Failure) in
        await index.firstFiles()
        let places = try index.reading { tables in try tables.places(ofSong: call) }
        return Reply(media: FilesProvider.lyrics(of: places).map { Media($0) })
      },
    ]
  }

  /// Creates an endpoint that reads entities of the index.
  private func endpoint(
    _ method: Method,
    text: String? = nil,
    id: EntityID? = nil,
    entities: @escaping @Sendable (Call, Tables) throws -> [Entity]
  ) -> Endpoint {
    var sample = CallParameters()
    (sample.text, sample.id) = (text, id)
    return reading(method, freshMs: FilesProvider.freshMs, text == nil && id == nil ? [] : [sample])
    { call, tables in Reply(try entities(call, tables)) }
  }

  /// Creates an endpoint that reads the index.
  private func reading(
    _ method: Method,
    freshMs: Int,
    _ samples: [CallParameters] = [],
    _ reply: @escaping @Sendable (Call, Tables) throws -> Reply
  ) -> Endpoint {
    Endpoint(method, declared: .init(cost: [:], freshMs: freshMs), samples: samples) {
      [index] call throws(Failure) in
      await index.firstFiles()
      let state = index.state
      if state.isScanning {
        call.shortenFreshness(toMs: FilesProvider.scanFreshMs)
        if !state.isComplete { call.addNote("Your files are being read: \(state.count) so far.") }
      }
      return try index.reading { tables in try reply(call, tables) }
    }
  }

  /// Creates an endpoint that reads a file of an entity.
  private func file(
    _ method: Method,
    _ reading: @escaping @Sendable ([Tables.Place], _ url: String) throws(Failure) -> Media?
  ) -> Endpoint {
    Endpoint(
      method,
      declared: .init(cost: [:], freshMs: FilesProvider.pictureFreshMs),
      samples: []
    ) { [index] call throws(Failure) in
      guard let url = call.parameters.url, let parts = FileURL.parts(url) else {
        throw Failure(.invalidParams, "Invalid \"url\"; expected one of a record of your files.")
      }
      let places = try index.reading { tables in try tables.places(parts.kind, parts.uid) }
      return Reply(media: try reading(places, url))
    }
  }

  /// Reads the picture in a file, or else the one in its folder; for an album the one in the folder first.
  @Sendable
  private func picture(of places: [Tables.Place], _ url: String) throws(Failure) -> Media? {
    let isOfAlbum = FileURL.parts(url)?.kind == .album
    let embedded = places.lazy.compactMap { place in
      OpenedFile(path: place.path).flatMap {
        TagReader.picture(
          of: $0.descriptor,
          named: TagText.name(place.path),
          maxBytes: FilesProvider.maxPictureBytes
        )
      }
    }
    let ofFolder = places.lazy.compactMap { place in
      OpenedFile(path: place.picture).flatMap { file in
        file.size <= FilesProvider.maxPictureBytes ? file.bytes(from: 0, count: file.size) : nil
      }
    }
    let bytes = isOfAlbum ? ofFolder.first ?? embedded.first : embedded.first ?? ofFolder.first
    guard let bytes, let type = MediaKind.image.type(of: bytes) else { return nil }
    return Media(bytes: bytes, type: type, url: url)
  }

  /// Reads the lyrics in a tag, or else in the file beside it: `.lrc`, or `.txt`. Those with times are preferred.
  private static func lyrics(of places: [Tables.Place]) -> Lyrics? {
    let found = places.lazy.flatMap { place in
      let tags = OpenedFile(path: place.path)
        .flatMap { try? TagReader.contents(of: $0.descriptor, named: TagText.name(place.path)) }
      // Such as LYRICS, LYRICS:ENG, SYNCEDLYRICS and UNSYNCEDLYRICS.
      let texts = tags?.values.filter { $0.key.contains("LYRICS") }.sorted { $0.key < $1.key } ?? []
      let endings = [".lrc", ".elrc", ".txt"].flatMap { [$0, $0.uppercased()] }
      let files = endings.compactMap { ending in
        OpenedFile(path: place.path.withoutExtension + Array(ending.utf8))
          .flatMap { $0.size <= maxLyricsBytes ? $0.bytes(from: 0, count: $0.size) : nil }
          .flatMap(TagText.decoded)
      }
      return (texts.flatMap(\.value) + files).compactMap { Lyrics(text: $0) }
    }
    return found.first { $0.lines?.first?.atMs != nil } ?? found.first
  }

  @Sendable
  private func preview(of places: [Tables.Place], _ url: String) throws(Failure) -> Media? {
    guard let place = places.first else { return nil }
    guard let file = OpenedFile(path: place.path) else {
      throw Failure(.upstreamUnavailable, "\"\(TagText.name(place.path))\" cannot be read now.")
    }
    return Preview.media(of: file, url: url)
  }
}

extension FileIndex {
  fileprivate func reading<Result: Sendable>(
    _ body: (Tables) throws -> Result
  ) throws(Failure) -> Result {
    do {
      return try use { tables in try body(tables) }
    } catch {
      throw Failure(.internalError, "The index of your files cannot be read. \(error)")
    }
  }
}

extension Tables {
  /// The files of the song that a call is about: the one of its id, or else those of its title, artist and length.
  fileprivate func places(ofSong call: Call) throws(DatabaseError) -> [Place] {
    let known = try call.uid(.song).map { uid throws(DatabaseError) in
      try self.places(.song, uid)
    }
    if let known, !known.isEmpty { return known }
    guard let title = call.parameters.text, let artist = call.parameters.artist else { return [] }
    let songs = try songs(named: [title, artist], isComplete: true, PageBounds(limit: 20)).items
    let same = songs.filter { song in
      if let one = song.durationMs, let other = call.parameters.durationMs,
        abs(one - other) > max(2000, other / 20)
      {
        return false
      }
      return FoldedName(song.title) == FoldedName(title)
        && FoldedName(song.artist?.name ?? "") == FoldedName(artist)
    }
    var places: [Place] = []
    for song in same {
      for id in song.ids where id.namespace == FileID.namespace {
        places += try self.places(.song, id.value)
      }
    }
    return places
  }
}

extension [UInt8] {
  /// The path of a file up to its extension.
  fileprivate var withoutExtension: ArraySlice<UInt8> {
    guard let dot = lastIndex(of: UInt8(ascii: ".")) else { return self[...] }
    return self[..<dot]
  }
}

extension Call {
  /// The texts of a search.
  fileprivate var names: [String] {
    [text, parameters.artist, parameters.album].compactMap(\.self)
  }

  /// Whether the words of a search are whole words, as in one for a name that is known.
  fileprivate var isComplete: Bool { parameters.exact == true || parameters.artist != nil }

  fileprivate var bounds: PageBounds { PageBounds(offset: offset, limit: limit) }

  /// The value of the id of an own entity.
  fileprivate func uid(_ kind: EntityKind) -> String? { id(FileID.namespace, kind.rawValue) }
}

extension IndexPage where Item: ConvertibleToEntity {
  /// The entities of the page; the call states where the list continues.
  fileprivate func stated(in call: Call) -> [Entity] {
    let end = call.offset + items.count
    call.state(total: total, next: end < total && !items.isEmpty ? end : nil)
    return items.map(\.entity)
  }
}
