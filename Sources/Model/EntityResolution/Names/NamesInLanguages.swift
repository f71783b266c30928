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
      !Script(artist.name.lowercased().utf8).isLatin
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
    "am", "ar", "be", "bg", "bn", "el", "fa", "he", "hi", "hy", "ja", "ka", "kk", "km", "kn", "ko",
    "lo", "mk", "ml", "mn", "mr", "my", "ne", "pa", "ru", "si", "sr", "ta", "te", "th", "uk", "ur",
    "yi", "yue", "zh",
  ]

  static func base(_ language: String) -> String {
    language.prefix { $0 != "-" && $0 != "_" }.lowercased()
  }

  /// The primary name in a language, or its only one: in the same script or region if there is one.
  static func name(among names: [LocalName], in language: String) -> String? {
    let ofLanguage = names.filter { base($0.lang) == base(language) }
    for isWanted in [
      { (one: LocalName) in one.lang.lowercased() == language.lowercased() },
      { base($0.lang) == $0.lang.lowercased() }, { _ in true },
    ] {
      let wanted = ofLanguage.filter(isWanted)
      if let name = wanted.first(where: { $0.primary == true }) { return name.name }
      if wanted.count == 1 { return wanted[0].name }
    }
    return nil
  }
}
