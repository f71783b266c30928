import FavoritesModel
import JSON
import MusicModel

/// Reads JSON: the data of an account, playlists and lists of plays.
enum JSONFormats {
  private static let dialect: JSONDialect = {
    var dialect = JSONDialect.foreign
    dialect.maxValues = 20_000_000
    return dialect
  }()

  static func read(_ text: ImportText, _ ids: LinkReader) throws(ImportFormatError) -> ImportedFile
  {
    let bytes = text.bytes
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(bytes, dialect)
    } catch {
      if let lines = try lines(text, ids) { return lines }
      throw ImportFormatError("The file is not valid JSON: \(error)")
    }
    if case .object = value, let lines = try lines(text, ids) { return lines }
    switch value {
    case .array(let elements): return try array(elements, ids)
    default: return try object(value, ids)
    }
  }

  // MARK: JSON Lines

  /// One object per line; `nil` if the text is something else.
  private static func lines(
    _ text: ImportText,
    _ ids: LinkReader
  ) throws(ImportFormatError) -> ImportedFile? {
    let lines = text.lines.filter { !$0.allSatisfy(\.isWhitespace) }
    guard let head = lines.first.flatMap({ try? JSONValue(Array($0.utf8), dialect) }) else {
      return nil
    }
    if isOwn(head) { return ImportedFile(.own) }
    guard let format = format(ofElement: head), format == .listenBrainz else { return nil }
    var file = ImportedFile(format)
    for (index, line) in lines.enumerated() {
      guard let value = try? JSONValue(Array(line.utf8), dialect) else {
        file.skip(index + 1, .empty, String(line))
        continue
      }
      add(value, format, index + 1, ids, to: &file)
    }
    return file
  }

  /// Whether a value is a favourite as this program exports it, or the head of its document.
  private static func isOwn(_ value: JSONValue) -> Bool {
    value["format"]?.text == "musicbus-favorites" || value["entity"] != nil
      || value["kind"] != nil && value["id"] != nil
  }

  // MARK: Arrays

  private static func array(
    _ elements: [JSONValue],
    _ ids: LinkReader
  ) throws(ImportFormatError) -> ImportedFile {
    guard let first = elements.first else { return ImportedFile(.own) }
    if isOwn(first) { return ImportedFile(.own) }
    guard let format = elements.prefix(20).lazy.compactMap({ format(ofElement: $0) }).first else {
      throw ImportFormatError("The file is JSON of no known format")
    }
    var file = ImportedFile(format)
    for (index, element) in elements.enumerated() {
      add(element, format, index + 1, ids, to: &file)
    }
    return file
  }

  private static func format(ofElement value: JSONValue) -> ImportFormat? {
    guard let members = value.members else { return value.text == nil ? nil : .list }
    func has(_ names: String...) -> Bool { names.allSatisfy { members[$0] != nil } }
    if has("ts", "ms_played") || has("endTime", "msPlayed") { return .spotifyHistory }
    if has("track_metadata") || has("recording_msid") || has("recording_mbid") {
      return .listenBrainz
    }
    if has("Content Type", "Title") || has("Title", "Artist") { return .appleTracks }
    if has("timeMs") || has("track", "artist") || has("title", "artist") || has("name", "artist") {
      return .table
    }
    return nil
  }

  private static func add(
    _ value: JSONValue,
    _ format: ImportFormat,
    _ number: Int,
    _ ids: LinkReader,
    to file: inout ImportedFile
  ) {
    switch format {
    case .spotifyHistory: file.add(play(value, number))
    case .listenBrainz: file.add(listen(value, number))
    case .appleTracks: file.add(appleTrack(value, number))
    case .list: file.add(TextFormats.row(value.text ?? "", number, ids))
    default: file.add(named(value, number, ids))
    }
  }

  /// An object with names under usual members.
  private static func named(_ value: JSONValue, _ number: Int, _ ids: LinkReader) -> ImportedRow {
    func text(_ names: String...) -> String {
      for name in names {
        if let text = value[name]?.text { return text }
        if let text = value[name]?["name"]?.text ?? value[name]?["title"]?.text { return text }
        if let list = value[name]?.elements { return joined(list) }
      }
      return ""
    }
    var row = ImportedRow(number, .song)
    row.setNames(text("title", "track", "name"), by: text("artist", "artists"), on: text("album"))
    if let id = ids.id(text("uri", "url", "link", "id")), id.kind == .song { row.ids = [id] }
    if let id = RecordingCode.id(text("isrc")) { row.ids.append(id) }
    row.added = value["timeMs"]?.integer.flatMap { ImportDates.seconds(Int64($0)) }
    return row
  }

  private static func joined(_ list: [JSONValue]) -> String {
    list.compactMap { $0.text ?? $0["name"]?.text }.joined(separator: ", ")
  }

  /// A play of Spotify's, of the last year or of the extended history.
  private static func play(_ value: JSONValue, _ number: Int) -> ImportedRow {
    var row = ImportedRow(number, .song)
    let artist =
      value["master_metadata_album_artist_name"]?.text ?? value["artistName"]?.text ?? ""
    row.setNames(
      value["master_metadata_track_name"]?.text ?? value["trackName"]?.text ?? "",
      by: ImportedRow.isVarious(artist) ? "" : artist,
      on: value["master_metadata_album_album_name"]?.text ?? ""
    )
    if let id = value["spotify_track_uri"]?.text.flatMap({ LinkReader.spotify($0) }) {
      row.ids = [id]
    }
    row.added = ImportDates.added(value["ts"]?.text ?? value["endTime"]?.text ?? "")
    let others = ["spotify_episode_uri", "audiobook_uri", "episode_name"]
    if others.contains(where: { value[$0]?.text != nil }) {
      row.isNothing = .podcast
      row.name = value["episode_name"]?.text ?? row.name
    } else if let played = (value["ms_played"] ?? value["msPlayed"])?.integer, played < 30_000 {
      row.isNothing = .short
    } else if row.name.isEmpty, row.ids.isEmpty {
      row.isNothing = .empty
    }
    return row
  }

  /// A listen or a feedback of ListenBrainz.
  private static func listen(_ value: JSONValue, _ number: Int) -> ImportedRow {
    var row = ImportedRow(number, .song)
    let track = value["track_metadata"]
    row.setNames(
      track?["track_name"]?.text ?? "",
      by: track?["artist_name"]?.text ?? "",
      on: track?["release_name"]?.text ?? ""
    )
    let (info, mapping) = (
      track?["additional_info"], track?["mbid_mapping"] ?? value["mbid_mapping"]
    )
    let mbid =
      mapping?["recording_mbid"]?.text ?? info?["recording_mbid"]?.text
      ?? value["recording_mbid"]?.text
    if let id = LinkReader.mbid("recording", mbid) { row.ids.append(id) }
    if let id = info?["isrc"]?.text.flatMap({ RecordingCode.id($0) }) { row.ids.append(id) }
    if let artists = mapping?["artist_mbids"]?.elements, artists.count == 1 {
      row.artistID = LinkReader.mbid("artist", artists[0].text)
    }
    row.durationMs = info?["duration_ms"]?.integer
    row.added = (value["listened_at"] ?? value["created"])?.integer
      .flatMap { ImportDates.seconds(Int64($0)) }
    if let score = value["score"]?.integer, score < 1 { row.isNothing = .banned }
    return row
  }

  private static func appleTrack(_ value: JSONValue, _ number: Int) -> ImportedRow {
    var row = ImportedRow(number, .song)
    row.setNames(
      value["Title"]?.text ?? "",
      by: value["Artist"]?.text ?? value["Album Artist"]?.text ?? "",
      on: value["Album"]?.text ?? ""
    )
    for member in ["Apple Music Track Identifier", "Purchased Track Identifier"] {
      guard row.ids.isEmpty, let number = value[member]?.integer, number > 0 else { continue }
      if let id = EntityID(namespace: "itunes", type: "song", value: "\(number)") { row.ids = [id] }
    }
    row.durationMs = value["Track Duration"]?.integer
    row.trackNumber = value["Track Number On Album"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    row.discNumber = value["Disc Number Of Album"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    row.releaseDate = value["Release Date"]?.text.flatMap { ImportDates.release($0) }
    row.added = ImportDates.added(value["Date Added To Library"]?.text ?? "")
    if let type = value["Content Type"]?.text, type.lowercased().contains("video") {
      row.isNothing = .video
    }
    if value["Track Like Rating"]?.text == "DISLIKE" { row.isNothing = .banned }
    return row
  }

  // MARK: Objects

  private static func object(
    _ value: JSONValue,
    _ ids: LinkReader
  ) throws(ImportFormatError) -> ImportedFile {
    if let playlist = value["playlist"], playlist.members != nil {
      return PlaylistFormats.jspf(playlist, ids)
    }
    if let playlists = value["playlists"]?.elements { return spotify(playlists: playlists) }
    if let scrobbles = value["scrobbles"]?.elements { return maloja(scrobbles) }
    if value["tracks"] != nil || value["albums"] != nil || value["artists"] != nil {
      return library(value)
    }
    if let names = value["followingArtists"]?.elements { return followed(names) }
    for member in ["favorites", "items", "data"] {
      if let elements = value[member]?.elements { return try array(elements, ids) }
    }
    throw ImportFormatError("The file is JSON of no known format")
  }

  /// `YourLibrary.json`
  private static func library(_ value: JSONValue) -> ImportedFile {
    var file = ImportedFile(.spotifyLibrary)
    var number = 0
    func each(_ member: String, _ body: (JSONValue, inout ImportedRow) -> Void, _ kind: EntityKind)
    {
      for element in value[member]?.elements ?? [] {
        number += 1
        var row = ImportedRow(number, kind)
        if let id = element["uri"]?.text.flatMap({ LinkReader.spotify($0) }), id.kind == kind {
          row.ids = [id]
        }
        body(element, &row)
        file.add(row)
      }
    }
    func texts(_ element: JSONValue, _ name: String) -> String { element[name]?.text ?? "" }
    let song: (JSONValue, inout ImportedRow) -> Void = { element, row in
      row.setNames(
        texts(element, "track"),
        by: texts(element, "artist"),
        on: texts(element, "album")
      )
    }
    each("tracks", song, .song)
    each(
      "albums",
      { element, row in row.setNames(texts(element, "album"), by: texts(element, "artist")) },
      .album
    )
    each("artists", { element, row in row.setNames(texts(element, "name"), by: "") }, .artist)
    for member in ["shows", "episodes"] {
      each(
        member,
        { element, row in
          row.name = texts(element, "name")
          row.isNothing = .podcast
        },
        .song
      )
    }
    let banned: (JSONValue, inout ImportedRow) -> Void = { element, row in
      song(element, &row)
      if row.name.isEmpty { row.name = texts(element, "name") }
      row.isNothing = .banned
    }
    each("bannedTracks", banned, .song)
    each("bannedArtists", banned, .artist)
    return file
  }

  /// `Playlist1.json`
  private static func spotify(playlists: [JSONValue]) -> ImportedFile {
    var file = ImportedFile(.spotifyPlaylists)
    var number = 0
    for item in playlists.flatMap({ $0["items"]?.elements ?? [] }) {
      number += 1
      var row = ImportedRow(number, .song)
      if let track = item["track"], track.members != nil {
        row.setNames(
          track["trackName"]?.text ?? "",
          by: track["artistName"]?.text ?? "",
          on: track["albumName"]?.text ?? ""
        )
        if let id = track["trackUri"]?.text.flatMap({ LinkReader.spotify($0) }) { row.ids = [id] }
      } else if let uri = item["localTrack"]?["uri"]?.text {
        row = LinkReader.local(uri, number) ?? row
        if row.name.isEmpty { (row.name, row.isNothing) = (uri, .localFile) }
      } else if let other = [item["episode"], item["audiobook"]].compactMap({ $0?.members }).first {
        row.name = other["episodeName"]?.text ?? ""
        row.isNothing = .podcast
      }
      row.added = ImportDates.added(item["addedDate"]?.text ?? "")
      file.add(row)
    }
    return file
  }

  /// `Follow.json`
  private static func followed(_ names: [JSONValue]) -> ImportedFile {
    var file = ImportedFile(.spotifyLibrary)
    for (index, name) in names.enumerated() {
      var row = ImportedRow(index + 1, .artist)
      row.setNames(name.text ?? name["name"]?.text ?? "", by: "")
      file.add(row)
    }
    return file
  }

  private static func maloja(_ scrobbles: [JSONValue]) -> ImportedFile {
    var file = ImportedFile(.maloja)
    for (index, scrobble) in scrobbles.enumerated() {
      var row = ImportedRow(index + 1, .song)
      let track = scrobble["track"]
      row.setNames(
        track?["title"]?.text ?? "",
        by: joined(track?["artists"]?.elements ?? []),
        on: track?["album"]?["albumtitle"]?.text ?? ""
      )
      row.durationMs = track?["length"]?.integer.flatMap { ImportDates.durationMs(seconds: $0) }
      row.added = scrobble["time"]?.integer.flatMap { ImportDates.seconds(Int64($0)) }
      file.add(row)
    }
    return file
  }
}
