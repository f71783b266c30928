import MusicModel

/// The columns of a table, by their headers.
struct TableColumns {
  /// What a column holds.
  enum Field: Hashable {
    case name, artist, album, albumArtist, nameOrArtist
    case uri, isrc, serviceID, artistURIs, albumURI
    case recordingMBID, albumMBID, artistMBID
    case releaseDate, added, durationMs, duration, disc, track
    case type, label, note, firstName, lastName, nativeFirstName, nativeLastName
    case release, ownership, videoID, playedMs
    /// When something was added or played, or its length.
    case time
  }

  /// The names of columns in all formats, in lower case.
  private static let names: [String: Field] = [
    "track name": .name, "song title": .name, "song name": .name, "content name": .name,
    "title": .name, "name": .name, "track": .name, "song": .name, "track title": .name,
    "artist name(s)": .artist, "artist name": .artist, "artist": .artist, "artists": .artist,
    "artist names": .artist, "artist name 1": .artist,
    "album name": .album, "album title": .album, "album": .album, "release_name": .album,
    "album artist": .albumArtist, "album artist name(s)": .albumArtist,
    "track uri": .uri, "spotify id": .uri, "spotify uri": .uri, "url": .uri, "link": .uri,
    "uri": .uri, "id": .uri, "song url": .uri, "artist uri(s)": .artistURIs,
    "artist ids": .artistURIs, "album uri": .albumURI,
    "isrc": .isrc, "track_mbid": .recordingMBID, "recording_mbid": .recordingMBID,
    "album_mbid": .albumMBID, "artist_mbid": .artistMBID,
    "album release date": .releaseDate, "release date": .releaseDate, "release_date": .releaseDate,
    "released": .releaseDate, "year": .releaseDate,
    "added at": .added, "addeddate": .added, "date added": .added, "uts": .added, "date": .added,
    "time": .time, "event start timestamp": .added, "last played date": .added,
    "utc_time": .added, "date-time": .added, "added": .added, "time added": .added,
    "track duration (ms)": .durationMs, "duration (ms)": .durationMs,
    "media duration in milliseconds": .durationMs, "duration": .duration, "length": .duration,
    "disc number": .disc, "track number": .track, "type": .type, "label": .label,
    "record label": .label, "collection notes": .note, "review": .note, "note": .note,
    "rym album": .release, "first name": .firstName, "last name": .lastName,
    "first name localized": .nativeFirstName, "last name localized": .nativeLastName,
    "ownership": .ownership, "release_id": .release, "catalog#": .ownership,
    "video id": .videoID, "mediaid": .videoID, "play duration milliseconds": .playedMs,
  ]

  let format: ImportFormat
  private var fields: [Field: Int] = [:]
  /// The columns of further artists.
  private var moreArtists: [Int] = []
  /// The service of which `serviceID` has ids.
  private(set) var service: String?

  subscript(_ field: Field, _ cells: [String]) -> String {
    guard let index = fields[field], index < cells.count else { return "" }
    let text = cells[index].trimmed
    return text == "\"\"" ? "" : text
  }

  func has(_ field: Field) -> Bool { fields[field] != nil }

  /// The artists of a row that has a column for each of them.
  func artists(_ cells: [String]) -> [String] {
    let indices = (fields[.artist].map { [$0] } ?? []) + moreArtists
    return indices.filter { $0 < cells.count }.map { cells[$0].trimmed }.filter { !$0.isEmpty }
  }

  /// Recognises the header of a table; `nil` if it is none. `first` is the first row after it.
  init?(_ header: [String], first: [String]?) {
    let header = header.map { $0.trimmed.lowercased() }
    for (index, name) in header.enumerated() {
      if let field = TableColumns.names[name], fields[field] == nil {
        fields[field] = index
      } else if name.hasPrefix("artist name "), Int(name.dropFirst(12)) != nil {
        moreArtists.append(index)
      } else if name.hasSuffix(" - id") {
        fields[.serviceID] = index
        service = String(name.dropLast(5))
      }
    }
    if let time = fields.removeValue(forKey: .time) {
      let value = first.flatMap { time < $0.count ? $0[time].trimmed : nil } ?? ""
      // The time of 1973 in seconds since 1970 is longer than any recording.
      let isLength = Int(value).map { $0 < 100_000_000 } ?? (ImportDates.added(value) == nil)
      let field: Field = isLength ? .duration : .added
      fields[field] = fields[field] ?? time
    }
    if TableColumns.isExportify(header, first) {
      // The headers are in the language of the page; the order of columns is the same in all.
      self.format = .exportify
      let order: [(Field, Int)] = [
        (.uri, 0), (.name, 1), (.artistURIs, 2), (.artist, 3), (.albumURI, 4), (.album, 5),
        (.albumArtist, 7), (.releaseDate, 8), (.disc, 10), (.track, 11), (.durationMs, 12),
        (.isrc, 16), (.added, 18),
      ]
      for (field, index) in order { fields[field] = index }
      return
    }
    guard let format = TableColumns.format(header, fields) else { return nil }
    self.format = format
    if format == .appleLibrary, fields[.artist] == nil {
      (fields[.name], fields[.artist], fields[.album]) = (0, 1, 3)
    }
    if format == .soundiiz || format == .appleLibrary { fields[.serviceID] = nil }
  }

  /// The export of a playlist by iTunes or Music has at least as many columns.
  private static let appleCount = 20

  private static func isExportify(_ header: [String], _ first: [String]?) -> Bool {
    header.count >= 17 && header[16] == "isrc" && first?.first?.hasPrefix("spotify:") != false
  }

  private static func format(_ header: [String], _ fields: [Field: Int]) -> ImportFormat? {
    let names = Set(header)
    func has(_ wanted: String...) -> Bool { names.isSuperset(of: wanted) }
    if header.count < appleCount, has("kind", "name") { return .own }
    if has("track uri") || has("spotify id", "track name") { return .exportify }
    if has("rym album") { return .rateYourMusic }
    if has("catalog#", "release_id") { return .discogs }
    if has("track name", "artist name", "type") || fields[.serviceID] != nil { return .tuneMyMusic }
    if has("video id") || has("song url") || has("mediaid") { return .youTubeMusic }
    if has("content name") || has("event start timestamp") { return .applePlays }
    if has("track name", "last played date") { return .applePlays }
    if has("uts", "track") || has("utc_time", "track") || has("artist", "album", "track") {
      return .lastfm
    }
    if has("title", "artist", "isrc") { return .soundiiz }
    // The export of a playlist by iTunes or Music, with headers in the language of the program.
    let hasIDs = fields[.isrc] != nil || fields[.uri] != nil
    if header.count >= appleCount, !hasIDs { return .appleLibrary }
    if fields[.name] != nil, fields[.artist] != nil { return .table }
    return header.count > 1 && fields[.isrc] != nil ? .table : nil
  }
}
