/// TheAudioDB's records in its format: every value is text or null. Missing values are
/// inconsistently null, empty or "0".
struct AudioDBRecords: Sendable {
  let base: String

  func artist(_ record: AudioDBArtist) -> JSON {
    let artist = record.artist
    let known: [String: String?] = [
      "idArtist": String(record.id),
      "strArtist": artist.name,
      "strArtistAlternate": artist.aliases.joined(separator: ", "),
      "intFormedYear": artist.formed.map(String.init),
      "intBornYear": artist.born.map(String.init),
      "intDiedYear": artist.ended.map(String.init),
      "strDisbanded": artist.ended == nil ? nil : "Yes",
      "strStyle": artist.genre.name,
      "strGenre": artist.style,
      "strWebsite": "www.example.org/\(StoreLinks.slug(artist.name))",
      "intMembers": artist.members.map(String.init),
      "strCountry": artist.country,
      "strMusicBrainzID": artist.musicBrainz,
      "strArtistThumb": image("artist/thumb", artist.name, "jpg"),
      "strArtistLogo": image("artist/logo", artist.name, "png"),
      "strArtistFanart": image("artist/fanart", artist.name, "jpg"),
      "strArtistFanart2": image("artist/fanart", artist.name + "2", "jpg"),
      "strArtistBanner": image("artist/banner", artist.name, "jpg"),
      "strLocked": "unlocked",
    ]
    let biographies = artist.biography.map { ("strBiography" + $0, Optional(lines($1))) }
    return fill(
      AudioDBKeys.artist,
      known.merging(biographies) { $1 },
      for: "artist/\(record.id)"
    )
  }

  func album(_ record: AudioDBAlbum) -> JSON {
    let album = record.album
    let name = "\(record.artist.artist.name)-\(album.title)"
    let score = stableNumber("score/" + name, below: 40)
    return fill(
      AudioDBKeys.album,
      [
        "idAlbum": String(record.id),
        "idArtist": String(record.artist.id),
        "strAlbum": album.title,
        "strAlbumStripped": album.title.filter { $0.isLetter || $0.isNumber || $0 == " " },
        "strArtist": record.artist.artist.name,
        "strArtistStripped": record.artist.artist.name,
        "intYearReleased": record.year,
        "strStyle": record.artist.artist.genre.name,
        "strGenre": (album.genre?.name ?? record.artist.artist.style),
        "strReleaseFormat": album.kind.rawValue,
        "intSales": "0",
        "strAlbumThumb": image("album/thumb", name, "jpg"),
        "strDescriptionEN": album.about.map(lines),
        "intScore": album.kind == .album ? "\(6 + score / 10).\(score % 10)" : nil,
        "intScoreVotes": album.kind == .album ? String(1 + score) : nil,
        "strMusicBrainzID": record.musicBrainz,
        "strMusicBrainzArtistID": record.artist.artist.musicBrainz,
        "strLocked": "unlocked",
      ],
      for: "album/\(record.id)"
    )
  }

  func track(_ record: AudioDBTrack) -> JSON {
    let album = record.album
    let second = album.album.secondDisc
    let isOnSecond = second.map { record.position > $0 } ?? false
    return fill(
      AudioDBKeys.track,
      [
        "idTrack": String(record.id),
        "idAlbum": String(album.id),
        "idArtist": String(album.artist.id),
        "strTrack": record.track.title,
        "strAlbum": album.album.title,
        "strArtist": record.track.artist ?? album.artist.artist.name,
        "intCD": second == nil ? nil : (isOnSecond ? "2" : "1"),
        "intDuration": String(record.track.seconds * 1000),
        "strGenre": album.artist.artist.style,
        "strStyle": album.artist.artist.genre.name,
        "intTrackNumber": String(isOnSecond ? record.position - (second ?? 0) : record.position),
        "strMusicBrainzID": record.musicBrainz,
        "strMusicBrainzAlbumID": album.musicBrainz,
        "strMusicBrainzArtistID": album.artist.artist.musicBrainz,
        "strLocked": "unlocked",
      ],
      for: "track/\(record.id)"
    )
  }

  func discography(_ record: AudioDBAlbum) -> JSON {
    .object([
      .init("strAlbum", .string(record.album.title)),
      .init("intYearReleased", .string(record.year)),
    ])
  }

  /// All keys in the source's order, with the known value or one of its ways to say nothing.
  private func fill(_ keys: [String], _ known: [String: String?], for record: String) -> JSON {
    .object(
      keys.map { key in
        if case .some(.some(let value)) = known[key] { return .init(key, .string(value)) }
        return .init(key, gap(key, record))
      }
    )
  }

  private func gap(_ key: String, _ record: String) -> JSON {
    switch stableNumber("\(record)/\(key)", below: 6) {
    case 0: key.hasPrefix("int") ? "0" : ""
    case 1: ""
    default: .null
    }
  }

  /// Texts reach the source through Windows.
  private func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }

  private func image(_ path: String, _ name: String, _ type: String) -> String {
    let file = String(stableHash(path + "/" + name), radix: 36)
    return "\(base)/artwork/images/media/\(path)/\(file).\(type)"
  }
}
