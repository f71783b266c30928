/// Orchestras and choirs, whose names sources write in several languages: "Wiener Philharmoniker", "Vienna Philharmonic".
enum Ensembles {
  /// The name of an artist as it is compared: of an orchestra its words in English and in alphabetical order, of all others the
  /// words as they are, without a title such as "Sir".
  static func member(_ words: [String]) -> String {
    let words = words.count > 2 && titles.contains(words[0]) ? Array(words.dropFirst()) : words
    let english = words.flatMap { table[$0] ?? [$0] }
    guard !kinds.isDisjoint(with: english), words.count > 1 else { return words.joined() }
    // "Vienna Philharmonic" and "Vienna Philharmonic Orchestra" are one.
    let needless = english.contains("philharmonic") ? silent.union(["orchestra"]) : silent
    return Set(english).subtracting(needless).sorted().joined()
  }

  private static let titles: Set<String> = ["sir", "dame", "lord"]
  private static let kinds: Set<String> = ["orchestra", "philharmonic", "choir"]
  private static let silent: Set<String> = [
    "de", "du", "des", "der", "die", "das", "la", "le", "of", "the", "von", "di", "del",
  ]

  private static let table: [String: [String]] = {
    var table: [String: [String]] = [:]
    for (english, words) in translations {
      for word in words.split(separator: " ") {
        table[String(word)] = english.split(separator: " ").map(String.init)
      }
    }
    return table
  }()

  private static let translations = [
    ("philharmonic", "philharmoniker philharmonique philharmonisches filarmonica filharmonie"),
    ("orchestra", "orchester orchestre orquesta orkest orkester orkesteri"),
    ("symphony", "symphonique sinfonica symphonisches sinfonico"),
    ("symphony orchestra", "sinfonieorchester symphonieorchester symphoniker sinfonietorchester"),
    ("chamber", "chambre kammer camera"), ("chamber orchestra", "kammerorchester kamerorkest"),
    ("concertgebouw orchestra", "concertgebouworkest"), ("royal", "koninklijk"),
    ("gewandhaus orchestra", "gewandhausorchester"),
    ("choir", "chor chorus choeur coro choeurs koor"), ("radio", "rundfunks rundfunk"),
    ("vienna", "wiener wien vienne"), ("berlin", "berliner"), ("munich", "munchner munchen"),
    ("dresden", "dresdner"), ("prague", "prager praha"), ("czech", "tschechische ceska"),
    ("bavarian", "bayerischen bayerisches"), ("national", "nationale nacional"),
  ]
}
