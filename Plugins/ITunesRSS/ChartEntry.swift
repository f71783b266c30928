internal import ITunesSupport
internal import ProviderKit

/// An entry of a chart feed.
struct ChartEntry {
  /// What it names its medium, and whether that is the chart's.
  let medium: (name: String?, isWanted: Bool)
  let number: Int?
  let title: String?
  let artist: ArtistReference?
  /// The album of a song.
  let album: AlbumReference?
  let date: String?
  let genres: [String]
  var advisory: String?
  let copyright: String?
  let image: String?
  /// The page in the store.
  let link: StoreLink?
}

extension Call {
  var chart: CallParameters.Chart { parameters.chart ?? .albums }
}

extension JSONRecord {
  /// Returns the albums or songs of a feed, ranked by their position in it.
  ///
  /// - Throws: `UPSTREAM_BAD_DATA` if the feed has entries but none can be used: it is of another
  ///   medium.
  func chartEntries(_ call: Call) throws(Failure) -> [Entity] {
    guard let feed = record("feed") else {
      throw Failure(.upstreamBadData, "The response has no member \"feed\".")
    }
    let elements = try feed.list("results")
    let isAlbum = call.chart == .albums
    let entries = elements.enumerated().flatMap { index, element in
      call.convert([element]) { record throws(UnusableRecord) -> Entity in
        let entry = ChartEntry(record, isAlbum)
        guard entry.medium.isWanted else {
          throw UnusableRecord(entry.medium.name ?? "entry without kind")
        }
        return isAlbum
          ? .album(try Album(entry, rank: index + 1)) : .song(try Song(entry, rank: index + 1))
      }
    }
    guard elements.isEmpty || !entries.isEmpty else {
      let reasons = call.skippedSummary.map { " (\($0))" } ?? ""
      throw Failure(
        .upstreamBadData,
        "None of the \(elements.count) entries of the feed is in the requested chart of "
          + "\(call.chart.rawValue)\(reasons)."
      )
    }
    return entries
  }
}

extension ChartEntry {
  /// Reads an entry of the feeds of versions 1 and 2.
  init(_ record: JSONRecord, _ isAlbum: Bool) {
    // Version 1 says `album`, version 2 `albums`.
    let kind = record.text("kind")
    let link = StoreLink(record.text("url"))
    medium = (
      kind, isAlbum ? ["album", "albums"].contains(kind) : ["song", "songs"].contains(kind)
    )
    number = record.integer("id")
    title = record.text("name")
    artist = record.text("artistName").map {
      let page = StoreLink(record.text("artistUrl"))
      // "A & B" has the number of A, which is wrong for both.
      let number = page?.isCollaboration == true ? nil : record.integer("artistId") ?? page?.number
      return ArtistReference(id: .store("artist", number), name: $0.decodingHTMLEntities)
    }
    album = record.text("collectionName").map {
      // The link of a song leads to its album, with the song in the query.
      let number = link?.songNumber == nil ? nil : link?.number
      return AlbumReference(id: .store("album", number), title: StoreTitle($0).title)
    }
    date = record.text("releaseDate")
    // In 2017 they were plain strings.
    genres =
      record.records("genres").compactMap { $0.text("name") }
      + (record.members["genreNames"]?.elements?.compactMap(\.text) ?? [])
    advisory = record.text("contentAdvisoryRating")
    copyright = record.text("copyright")
    image = record.text("artworkUrl100")
    self.link = link
  }
}

extension RecordedMusic {
  fileprivate mutating func setValues(_ entry: ChartEntry, rank: Int) {
    setStoreValues(
      date: entry.date,
      genres: entry.genres,
      advisory: entry.advisory,
      image: entry.image,
      link: entry.link
    )
    self.rank = rank
  }
}

extension Album {
  fileprivate init(_ entry: ChartEntry, rank: Int) throws(UnusableRecord) {
    guard let id = EntityID.store("album", entry.number ?? entry.link?.number) else {
      throw UnusableRecord("album without id")
    }
    guard let name = entry.title else { throw UnusableRecord("album without name") }
    let title = StoreTitle(name)
    self.init(id: id, title: title.title, artist: entry.artist)
    setValues(entry, rank: rank)
    add([entry.image.flatMap { BarCode.id(inArtwork: $0) }])
    let isVarious = VariousArtists.includes(number: nil, name: entry.artist?.name)
    albumKind = isVarious ? .compilation : title.albumKind
    copyright = entry.copyright.map { Mojibake.repaired($0) }
  }
}

extension Song {
  fileprivate init(_ entry: ChartEntry, rank: Int) throws(UnusableRecord) {
    guard let id = EntityID.store("song", entry.number ?? entry.link?.songNumber) else {
      throw UnusableRecord("song without id")
    }
    guard let title = entry.title?.decodingHTMLEntities else {
      throw UnusableRecord("song without name")
    }
    self.init(id: id, title: title, artist: entry.artist)
    setValues(entry, rank: rank)
    album = entry.album
  }
}
