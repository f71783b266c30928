internal import MusicModel

/// What the path of a file without tags suggests: `Artist - Album (1999)/01 Title.flac`.
struct PathGuess: Hashable, Sendable {
  private(set) var title: String?
  private(set) var artist: String?
  private(set) var album: String?
  private(set) var year: Int?
  private(set) var track: Int?
  private(set) var disc: Int?

  /// `folders` are the names of the folders from the music folder down to the file; `isNumbered` says whether names
  /// in the last one begin with numbers of tracks.
  init(folders: [String], file: String, isNumbered: Bool) {
    var folders = folders.compactMap(PathGuess.readable)
    if let last = folders.last, let part = DiscFolder(last), part.album == nil {
      disc = part.disc
      folders.removeLast()
    }
    readFile(file, isNumbered)
    guard let folder = folders.last else { return }
    var name =
      DiscFolder(folder).map { part in
        disc = disc ?? part.disc
        return part.album ?? folder
      } ?? folder
    (name, year) = PathGuess.withoutYear(name)
    let parts = PathGuess.parts(name)
    if parts.count > 1 {
      (artist, album) = (artist ?? parts[0], parts[1...].joined(separator: " - "))
      if parts.count > 2, let stated = PathGuess.year(parts[1]) {
        (year, album) = (stated, parts[2...].joined(separator: " - "))
      } else if let stated = PathGuess.year(parts[0]) {
        (artist, year) = (folders.dropLast().last, stated)
      }
    } else {
      album = name
      artist = artist ?? folders.dropLast().last
    }
  }

  /// Reads `01 Title`, `1-01 - Title`, `Artist - Title`, `01 - Artist - Title`.
  private mutating func readFile(_ file: String, _ isNumbered: Bool) {
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    var name = PathGuess.readable(String(file[..<dot])) ?? file
    if let first = PathGuess.leadingNumber(name), isNumbered || first.isSurelyTrack {
      (track, name) = (first.number, first.title)
      // A hyphen without blanks is between disc and track.
      if first.separator == "-", first.number < 20,
        let second = PathGuess.leadingNumber(first.title)
      {
        (disc, track, name) = (disc ?? first.number, second.number, second.title)
      }
    }
    let parts = PathGuess.parts(name)
    if parts.count == 2 {
      (artist, title) = (parts[0], parts[1])
    } else {
      title = name
    }
  }

  /// Whether the names of files, most of them, begin with a number.
  static func areNumbered(_ files: [String]) -> Bool {
    let count = files.count { readable($0).flatMap(leadingNumber) != nil }
    return count > 1 && count * 2 >= files.count
  }

  /// A number that a name begins with.
  private struct LeadingNumber {
    let number: Int
    let separator: Substring
    let title: String
    /// Whether it is one of a track in any folder: `07 Title`, `7. Title` and `7 - Title`, but not `7 Seconds`.
    let isSurelyTrack: Bool
  }

  private static func leadingNumber(_ name: String) -> LeadingNumber? {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    let separator = name[digits.endIndex...].prefix { " .-_)".contains($0) }
    let title = String(name[separator.endIndex...])
    guard (1...3).contains(digits.count), let number = Int(digits), number > 0, !separator.isEmpty,
      !title.isEmpty
    else { return nil }
    return LeadingNumber(
      number: number,
      separator: separator,
      title: title,
      isSurelyTrack: digits.hasPrefix("0") || separator != " "
    )
  }

  private static func parts(_ name: String) -> [String] {
    name.replacing(" – ", with: " - ").split(separator: " - ")
      .compactMap { TagText.cleaned(String($0)) }
  }

  private static func year(_ text: some StringProtocol) -> Int? {
    text.utf8.count == 4 ? Int(text).flatMap { (1900...2100).contains($0) ? $0 : nil } : nil
  }

  /// A name without the year in brackets at its end.
  private static func withoutYear(_ name: String) -> (String, Int?) {
    guard let end = name.last, ")]".contains(end),
      let start = name.lastIndex(where: { "([".contains($0) }),
      let year = year(name[name.index(after: start)...].dropLast()),
      let rest = TagText.cleaned(String(name[..<start]))
    else { return (name, nil) }
    return (rest, year)
  }

  /// A name whose words underscores separate is written with blanks.
  private static func readable(_ name: String) -> String? {
    TagText.cleaned(name.contains(" ") ? name : name.replacing("_", with: " "))
  }
}

/// A folder with one disc of an album: `CD1`, `Disc 2`, `Album (Disc 2)`.
struct DiscFolder: Hashable, Sendable {
  let disc: Int
  /// The rest of the name, if there is one.
  let album: String?

  init?(_ name: String) {
    let bare = String(name.filter { !"()[]".contains($0) })
    let digits = bare.reversed().prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), let disc = Int(String(digits.reversed())) else {
      return nil
    }
    let before = bare.dropLast(digits.count).reversed().drop { " ._-#".contains($0) }.reversed()
    let start = String(before)
    let word = ["disc", "disk", "cd", "dvd"].first { start.lowercased().hasSuffix($0) }
    guard let word else { return nil }
    let rest = start.dropLast(word.count)
    if let last = rest.last, last.isLetter { return nil }
    self.disc = disc
    album = TagText.cleaned(String(rest.reversed().drop { " ._-,:".contains($0) }.reversed()))
  }
}

extension FileTags {
  /// The tags, with what is missing guessed from the path.
  func completed(folders: [String], file: String, isNumbered: Bool) -> FileTags {
    var tags = self
    tags.disc =
      disc ?? (album.flatMap(DiscFolder.init) ?? folders.last.flatMap(DiscFolder.init))?.disc
    guard title == nil || artist == nil else { return tags }
    let guess = PathGuess(folders: folders, file: file, isNumbered: isNumbered)
    if title == nil {
      tags.title = guess.title ?? file
      tags.guessed.insert(.title)
    }
    if artist == nil, let albumArtist {
      (tags.artist, tags.artists) = (albumArtist, albumArtists)
    } else if artist == nil, let artist = guess.artist {
      (tags.artist, tags.artists) = (artist, [Credit(name: artist)])
      tags.guessed.insert(.artist)
    }
    tags.track = track ?? guess.track
    tags.disc = tags.disc ?? guess.disc
    if album == nil, let album = guess.album {
      tags.album = album
      tags.guessed.insert(.album)
      tags.releaseDate = releaseDate ?? guess.year.flatMap { PartialDate("\($0)") }
    }
    return tags
  }
}
