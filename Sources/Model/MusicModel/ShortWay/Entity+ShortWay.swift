extension Entity: FastJSONValue {
  package static func read(_ reader: inout FastJSONReader) -> Entity? {
    if let album = Album.read(&reader) { return .album(album.underItsID) }
    if let song = Song.read(&reader) { return .song(song.underItsID) }
    if let artist = Artist.read(&reader) { return .artist(artist.underItsID) }
    return Chart.read(&reader).map { .chart($0.underItsID) }
  }

  package func write(_ writer: inout FastJSONWriter) {
    switch self {
    case .artist(let artist): artist.write(&writer)
    case .album(let album): album.write(&writer)
    case .song(let song): song.write(&writer)
    case .chart(let chart): chart.write(&writer)
    }
  }
}

extension MusicEntity {
  /// Its id is among those by which it is known, whatever was read.
  fileprivate var underItsID: Self {
    guard !ids.contains(id) else { return self }
    var entity = self
    entity.ids.insert(id, at: 0)
    return entity
  }
}

extension EntityID {
  /// Stands where an id is to be read.
  fileprivate static let blank = EntityID(namespace: "blank", type: "blank", value: "blank")
}

extension Album: FastJSONObject {
  package static let blank = EntityID.blank.map { Album(id: $0, title: "") }

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.optional("albumKind", &albumKind)
    visitor.optional("artist", &artist)
    visitor.several("artwork", &artwork)
    visitor.optional("cleaned", &cleaned)
    visitor.optional("copyright", &copyright)
    visitor.optional("currency", &currency)
    visitor.optional("editions", &editions)
    visitor.optional("explicit", &explicit)
    visitor.optional("favorite", &favorite)
    visitor.several("genres", &genres)
    visitor.needed("id", &id)
    visitor.needed("ids", &ids)
    visitor.constant("kind", Self.kind.rawValue)
    visitor.optional("label", &label)
    visitor.several("links", &links)
    visitor.optional("price", &price)
    visitor.optional("rank", &rank)
    visitor.optional("releaseDate", &releaseDate)
    visitor.needed("title", &title)
    visitor.optional("trackCount", &trackCount)
    visitor.others(extra)
  }
}

extension Song: FastJSONObject {
  package static let blank = EntityID.blank.map { Song(id: $0, title: "") }

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.optional("album", &album)
    visitor.optional("artist", &artist)
    visitor.several("artwork", &artwork)
    visitor.optional("cleaned", &cleaned)
    visitor.optional("currency", &currency)
    visitor.optional("discNumber", &discNumber)
    visitor.optional("durationMs", &durationMs)
    visitor.optional("explicit", &explicit)
    visitor.optional("favorite", &favorite)
    visitor.several("genres", &genres)
    visitor.needed("id", &id)
    visitor.needed("ids", &ids)
    visitor.constant("kind", Self.kind.rawValue)
    visitor.several("links", &links)
    visitor.optional("previewURL", &previewURL)
    visitor.optional("price", &price)
    visitor.optional("rank", &rank)
    visitor.optional("releaseDate", &releaseDate)
    visitor.needed("title", &title)
    visitor.optional("trackNumber", &trackNumber)
    visitor.others(extra)
  }
}

extension Artist: FastJSONObject {
  package static let blank = EntityID.blank.map { Artist(id: $0, name: "") }

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.several("artwork", &artwork)
    visitor.optional("biography", &biography)
    visitor.optional("country", &country)
    visitor.optional("disbandedYear", &disbandedYear)
    visitor.optional("favorite", &favorite)
    visitor.optional("followers", &followers)
    visitor.optional("formedYear", &formedYear)
    visitor.several("genres", &genres)
    visitor.needed("id", &id)
    visitor.needed("ids", &ids)
    visitor.constant("kind", Self.kind.rawValue)
    visitor.several("links", &links)
    visitor.needed("name", &name)
    visitor.optional("sortName", &sortName)
    visitor.others(extra)
  }
}

extension Chart: FastJSONObject {
  package static let blank = EntityID.blank.map { Chart(id: $0, title: "") }

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.optional("country", &country)
    visitor.needed("id", &id)
    visitor.needed("ids", &ids)
    visitor.constant("kind", Self.kind.rawValue)
    visitor.optional("limit", &limit)
    visitor.several("links", &links)
    visitor.optional("of", &of)
    visitor.needed("title", &title)
    visitor.others(extra)
  }
}

extension ArtistReference: FastJSONObject {
  package static let blank: ArtistReference? = ArtistReference(name: "")

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.optional("id", &id)
    visitor.needed("name", &name)
  }
}

extension AlbumReference: FastJSONObject {
  package static let blank: AlbumReference? = AlbumReference(title: "")

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.optional("id", &id)
    visitor.needed("title", &title)
  }
}

extension Artwork: FastJSONObject {
  package static let blank: Artwork? = Artwork(url: "", role: Role(rawValue: ""))

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.optional("height", &height)
    visitor.needed("role", &role)
    visitor.needed("url", &url)
    visitor.optional("width", &width)
  }
}
