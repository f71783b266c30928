package import MusicModel

extension Entity {
  /// An artist under the name that its sources state for a language; the other name becomes an alias. The artists of
  /// albums and songs are renamed in the same way.
  ///
  /// A reader of a language in Latin letters gets the English name rather than one in a script that is not theirs.
  /// - Parameters:
  ///   - language: as BCP 47, such as `en` or `zh-Hant`; `nil` leaves all names.
  ///   - artists: those of albums and songs by the ids that these have for them.
  /// - Returns: the entity, unchanged if no such name is known.
  package func named(in language: String?, artists: [EntityID: Artist] = [:]) -> Entity {
    guard let language else { return self }
    /// The name in the wanted language, if `name` is one of the artist's in another.
    func shown(_ name: String, _ id: EntityID?) -> String {
      guard let artist = id.flatMap({ artists[$0] }),
        Languages.isForeign(name, of: artist, in: language)
      else { return name }
      return Languages.name(of: artist, in: language) ?? name
    }
    func shown(_ one: ArtistReference?) -> ArtistReference? {
      one.map { ArtistReference(id: $0.id, name: shown($0.name, $0.id)) }
    }
    func shown(_ all: [CreditedArtist]) -> [CreditedArtist] {
      all.map {
        CreditedArtist(id: $0.id, name: shown($0.name, $0.id), join: $0.join, role: $0.role)
      }
    }
    switch self {
    case .artist(var artist):
      guard let name = Languages.name(of: artist, in: language), name != artist.name else {
        return self
      }
      artist.aliases = [artist.name] + artist.aliases.filter { $0 != name && $0 != artist.name }
      artist.name = name
      return .artist(artist)
    case .album(var album) where !artists.isEmpty:
      (album.artist, album.artists) = (shown(album.artist), shown(album.artists))
      return .album(album)
    case .song(var song) where !artists.isEmpty:
      (song.artist, song.artists) = (shown(song.artist), shown(song.artists))
      return .song(song)
    case .album, .song, .chart: return self
    }
  }

  /// An artist of a list, which has the name in the language of the call only.
  package var withoutOtherLanguages: Entity {
    guard case .artist(var artist) = self, !artist.names.isEmpty else { return self }
    artist.names = []
    return .artist(artist)
  }
}

private enum Languages {
  /// The name of an artist in a language, if one is known.
  static func name(of artist: Artist, in language: String) -> String? {
    guard !artist.names.isEmpty else { return nil }
    return name(among: artist.names, in: language)
      ?? (isReadable(artist.name, in: language) ? nil : name(among: artist.names, in: "en"))
  }

  /// Whether a name is one of the artist's that readers of a language do not use.
  static func isForeign(_ name: String, of artist: Artist, in language: String) -> Bool {
    let same = artist.names.filter { $0.name == name }
    let isInLanguage = same.contains { base($0.lang) == base(language) }
    return (artist.name == name || !same.isEmpty) && !isInLanguage
      && (otherScripts.contains(base(language)) || !isReadable(name, in: language))
  }

  /// Whether a name is in Latin letters, or the language is written in others.
  private static func isReadable(_ name: String, in language: String) -> Bool {
    otherScripts.contains(base(language)) || !name.unicodeScalars.contains(where: isOfOtherScript)
  }

  /// Those that are not written in Latin letters.
  static let otherScripts: Set<String> = [
    "am", "ar", "be", "bg", "bn", "bo", "ckb", "dv", "dz", "el", "fa", "gu", "he", "hi", "hy", "ja",
    "ka", "kk", "km", "kn", "ko", "ky", "lo", "mk", "ml", "mn", "mr", "my", "ne", "or", "pa", "ps",
    "ru", "sd", "si", "sr", "ta", "te", "tg", "th", "ti", "uk", "ur", "yi", "yue", "zh",
  ]

  static func base(_ language: String) -> String {
    language.prefix { $0 != "-" && $0 != "_" }.lowercased()
  }

  /// Whether it is a letter, but none that a reader of Latin letters knows, also with accents or in full width.
  static func isOfOtherScript(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && scalar.value >= 0x370
      && !(0x1E00...0x1EFF ~= scalar.value || 0xFF21...0xFF5A ~= scalar.value)
  }

  /// The usual name in a language: for its region or script, or for all of them.
  static func name(among names: [LocalName], in language: String) -> String? {
    let wanted = language.lowercased()
    let usual = names.filter { $0.primary == true && base($0.lang) == base(language) }
    let found =
      usual.first { $0.lang.lowercased() == wanted }
      ?? usual.first { $0.lang.lowercased() == base(language) }
    // "zh" is read in either script, but not in Latin letters.
    guard found == nil, wanted == base(language) else { return found?.name }
    return usual.first { !$0.lang.lowercased().hasSuffix("-latn") }?.name
  }
}
