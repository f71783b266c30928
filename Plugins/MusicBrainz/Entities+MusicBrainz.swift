internal import ProviderKit

extension Artist {
  init(mb record: JSONRecord) throws(UnusableRecord) {
    self.init(id: try record.requiredID("mbid", "artist"), name: try record.requiredText("name"))
    sortName = record.text("sort-name")
    disambiguation = record.text("disambiguation")
    aliases = record.names("aliases")
    // Others are civil names, names of before, and hints for the search.
    names = record.records("aliases").compactMap { alias in
      guard let lang = alias.text("locale"), let name = alias.text("name"),
        alias.text("type") ?? "Artist name" == "Artist name", alias.flag("ended") != true
      else { return nil }
      let isPrimary = alias.flag("primary") ?? (alias.text("primary") == "primary")
      return LocalName(
        lang: lang.replacing("_", with: "-"),
        name: name,
        primary: isPrimary ? true : nil
      )
    }
    setLifeSpan(record.record("life-span"), isPerson: record.text("type") == "Person")
    let isCountry = record.record("area")?.text("type").map { $0 == "Country" } ?? true
    country = isCountry ? record.record("area")?.text("name") : nil
    genres = record.genres
    for relation in record.records("relations") where relation.flag("ended") != true {
      let url = relation.record("url")?.url("resource")
      addPage(url, isOfficial: relation.text("type") == "official homepage")
    }
  }
}

extension Album {
  /// A release group, or a release of one.
  init(mb record: JSONRecord) throws(UnusableRecord) {
    let isRelease = record.members["media"] != nil || record.members["status"] != nil
    let type = isRelease ? "release" : "release-group"
    self.init(id: try record.requiredID("mbid", type), title: try record.requiredText("title"))
    let group = isRelease ? record.record("release-group") : record
    add([group?.id("mbid", "release-group")])
    for release in isRelease ? [record] : record.records("releases") {
      add([release.id("mbid", "release"), BarCode.id(release.text("barcode") ?? "")])
    }
    disambiguation = group?.text("disambiguation")
    artist = ArtistReference(credits: record.records("artist-credit"), "mbid")
    artists = [CreditedArtist](credits: record.records("artist-credit"), "mbid")
    releaseDate = group?.date("first-release-date") ?? record.date("date")
    let kind = group?.texts("secondary-types").first ?? group?.text("primary-type")
    albumKind = kind.map { AlbumKind(rawValue: $0.lowercased()) }
    genres = record.genres
    label = record.records("label-info").first?.record("label")?.text("name")
    trackCount = record.records("media").sum("track-count")
  }
}

extension Album {
  /// The release group of a release.
  init(groupOfMB release: JSONRecord) throws(UnusableRecord) {
    guard let group = release.record("release-group") else {
      throw UnusableRecord("without a release group")
    }
    let credit = release.members["artist-credit"].map { ["artist-credit": $0] } ?? [:]
    try self.init(mb: group.adding(credit).adding(["releases": .array([release.value])]))
  }
}

extension Song {
  /// A recording, or a track with one.
  init(mb record: JSONRecord) throws(UnusableRecord) {
    let recording = record.record("recording") ?? record
    if recording.flag("video") == true { throw UnusableRecord("video") }
    let id = try recording.requiredID("mbid", "recording")
    self.init(id: id, title: try record.requiredText("title"))
    add(recording.texts("isrcs").map { RecordingCode.id($0) })
    disambiguation = recording.text("disambiguation")
    artist = ArtistReference(credits: record.records("artist-credit"), "mbid")
    artists = [CreditedArtist](credits: record.records("artist-credit"), "mbid")
    durationMs = record.positive("length") ?? recording.positive("length")
    releaseDate = recording.date("first-release-date")
    let release = record.record("release") ?? record.originalRelease
    album = AlbumReference(release, "mbid", type: "release", title: "title")
    discNumber = record.record("medium")?.positive("position")
    trackNumber = record.positive("position")
  }
}

extension JSONRecord {
  /// The release to which a song belongs: official, of an artist, no compilation or live album, and then the earliest.
  fileprivate var originalRelease: JSONRecord? {
    func rank(_ release: JSONRecord) -> [Int] {
      let group = release.record("release-group")
      let artist = release.records("artist-credit").first?.record("artist")?.text("id")
      let kinds = ["Album", "EP", "Single"]
      return [
        release.text("status") == "Official" ? 0 : 1, artist == JSONRecord.variousArtists ? 1 : 0,
        group?.texts("secondary-types").isEmpty == false ? 1 : 0,
        kinds.firstIndex(of: group?.text("primary-type") ?? "") ?? kinds.count,
      ]
    }
    let ranked = records("releases").map { (rank($0), $0) }
    let best = ranked.map(\.0).min { $0.lexicographicallyPrecedes($1) }
    return ranked.filter { $0.0 == best }.map(\.1).earliest("date") ?? ranked.first?.1
  }

  private static let variousArtists = "89ad4ac3-39f7-470e-963a-56509c546377"

  /// The first release of a release group, an official one if there is one, or the release itself.
  var firstEdition: String? {
    let releases = records("releases")
    let official = releases.filter { $0.text("status") == "Official" }
    return ((official.isEmpty ? releases : official).earliest("date") ?? self).text("id")
  }

  /// The tracks of a release, with the values that they do not repeat.
  var tracks: [JSONValue] {
    let known = ["release": value, "artist-credit": members["artist-credit"] ?? .null]
    return records("media").flatMap { medium in
      medium.records("tracks").map { $0.adding(known).adding(["medium": medium.value]).value }
    }
  }
}

extension JSONRecord {
  /// The genres; of a search, whose records have none, the tags that most people chose.
  fileprivate var genres: [String] {
    let genres = names("genres")
    guard genres.isEmpty else { return genres }
    let chosen = records("tags").count { ($0.integer("count") ?? 0) > 0 }
    return Array(names("tags").prefix(min(chosen, 5)))
  }
}
