import MusicModel

/// Placeholders that sources write if a name is unknown or there are too many.
enum Placeholders {
  /// Placeholders of unknown names.
  static let unknown = folded([
    "unknown", "unknown artist", "unknown album", "unknown title", "unk", "n.a.", "n/a", "none",
    "null", "nan", "no artist", "no title", "not available", "unbekannt", "unbekannter interpret",
    "unbekannter künstler", "artiste inconnu", "artista sconosciuto", "artista desconocido",
    "artista desconhecido", "okänd artist", "onbekende artiest", "неизвестный исполнитель",
    "未知艺术家", "不明なアーティスト",
  ])

  /// Whether it is an artist that MusicBrainz uses where there is none to name, in square brackets:
  /// https://musicbrainz.org/doc/Style/Unknown_and_untitled/Special_purpose_artist
  static func isSpecialPurpose(_ source: String, _ name: Name) -> Bool {
    source.utf8.first == UInt8(ascii: "[") && specialPurpose.contains(name.text)
  }

  private static let specialPurpose = folded([
    "anonymous", "church chimes", "christmas music", "data", "dialogue", "disney",
    "language instruction", "nature sounds",
    "news report", "no artist", "soundtrack", "theatre", "traditional", "unknown",
  ])

  /// Names of unknown artists: no artist is "Traditional".
  static let nameless = folded([
    "traditional", "traditionnel", "traditionell", "tradicional", "tradizionale", "trad", "trad.",
    "traditional artist", "народная", "anonymous", "anonyme", "anonym", "anonymus", "anónimo",
    "anônimo", "anonimo",
  ])

  /// Placeholders of many artists.
  static let various = folded([
    "various", "various artists", "various artist", "va", "v.a.", "v/a", "varios", "vários",
    "varios artistas", "vários artistas", "artistas varios", "artisti vari", "aa.vv.", "vari",
    "verschiedene", "verschiedene interpreten", "verschiedene künstler", "divers",
    "divers artistes", "artistes divers", "multi-interprètes", "diverse", "diverse artister",
    "diverse artiesten", "diverse kunstnere", "blandade artister", "eri esittäjiä",
    "różni wykonawcy", "různí interpreti", "különböző előadók", "çeşitli sanatçılar",
    "разные исполнители", "сборник", "διάφοροι", "群星", "华语群星", "ヴァリアス・アーティスト",
    "オムニバス", "여러 아티스트", "compilation", "original soundtrack", "soundtrack",
    "original cast", "original broadway cast", "motion picture soundtrack",
  ])

  /// Ids of sources for "Various Artists": iTunes has one per language.
  static let variousIDs: Set<EntityID> = Set(
    [
      "itunes:artist:4035426", "itunes:artist:36270", "itunes:artist:80204262",
      "itunes:artist:1460483939", "itunes:artist:825559",
      "mbid:artist:89ad4ac3-39f7-470e-963a-56509c546377",
    ].compactMap { EntityID($0) }
  )

  /// Titles so common that they say little.
  static let genericTitles = folded([
    "intro", "outro", "interlude", "skit", "untitled", "silence", "introduction", "prologue",
    "epilogue", "prelude", "overture", "finale", "theme", "main theme", "main title", "end titles",
    "reprise", "medley", "hidden track", "bonus track", "live", "greatest hits",
    "the greatest hits",
    "best of", "the best of", "the very best of", "very best of", "the best", "hits", "gold",
    "collection", "the collection", "the essential", "essential", "anthology", "the anthology",
    "the singles", "singles", "ultimate collection", "the ultimate collection", "icon", "platinum",
    "the definitive collection", "definitive collection", "unplugged", "mtv unplugged", "demo",
    "remixes", "rarities", "b-sides", "acoustic", "christmas", "the platinum collection",
    "20th century masters", "best", "the very best", "live in concert", "in concert", "demos",
  ])

  /// The names as the text of a ``Name``.
  private static func folded(_ names: [String]) -> Set<String> {
    Set(names.map { TokenizedName($0).words.map(\.text).joined() })
  }
}
