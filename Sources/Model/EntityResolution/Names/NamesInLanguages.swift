package import MusicModel

extension Entity {
  /// An artist under the name that its sources state for a language; the other name becomes an alias.
  ///
  /// A reader of a language in Latin letters gets the English name rather than one in a script that is not theirs.
  /// - Parameter language: as BCP 47, such as `en` or `zh-Hant`; `nil` leaves all names.
  /// - Returns: the entity, unchanged if it is no artist or has no such name.
  package func named(in language: String?) -> Entity {
    guard let language, case .artist(var artist) = self, !artist.names.isEmpty else { return self }
    let isForeign =
      artist.name.unicodeScalars.contains(where: Languages.isOfOtherScript)
      && !Languages.otherScripts.contains(Languages.base(language))
    let found =
      Languages.name(among: artist.names, in: language)
      ?? (isForeign ? Languages.name(among: artist.names, in: "en") : nil)
    guard let name = found, name != artist.name else { return self }
    artist.aliases = [artist.name] + artist.aliases.filter { $0 != name && $0 != artist.name }
    artist.name = name
    return .artist(artist)
  }

  /// An artist of a list, which has the name in the language of the call only.
  package var withoutOtherLanguages: Entity {
    guard case .artist(var artist) = self, !artist.names.isEmpty else { return self }
    artist.names = []
    return .artist(artist)
  }
}

private enum Languages {
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
