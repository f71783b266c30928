package import MusicModel

/// The genres of MusicBus, by MusicBrainz' names, and what else sources call them (Protocol/registry/genres.json).
package enum GenreVocabulary {
  /// The genres that the words of sources stand for, each once, in the order of the words; words that it does not have
  /// stand for themselves.
  package static func genres(_ words: [String]) -> [String] {
    var found: [String] = []
    for word in words {
      for genre in genres(word)
      where !found.contains(where: { $0.lowercased() == genre.lowercased() }) {
        found.append(genre)
      }
    }
    return found
  }

  /// All that sources call the genres for which a word stands, and the word itself: what a filter looks for.
  package static func spellings(of word: String) -> [String] {
    genres(word).flatMap { [$0] + (words[$0] ?? []) } + [word]
  }

  /// What one word stands for: also two genres, as "Folk, World, & Country" of Discogs, or none, as "Other".
  private static func genres(_ word: String) -> [String] {
    if let known = known(word) { return known }
    let parts = word.split { ",;/".contains($0) }.map {
      (word: $0.trimmed, genres: known($0.trimmed))
    }
    guard parts.count > 1, parts.contains(where: { $0.genres != nil }) else { return [word] }
    return parts.flatMap { $0.genres ?? [$0.word] }
  }

  /// The genres of a word of the registry; most are written as there.
  private static func known(_ word: String) -> [String]? {
    table[word] ?? folded[FoldedName(word).text]
  }

  /// The genres of the registry, each with its words, the name first.
  private static let rows = GenreWords.text.split(separator: "\n").map {
    $0.split(separator: "|").map(String.init)
  }

  /// The words of each genre, besides its name.
  private static let words = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0.dropFirst()) })

  /// The genres of each word as the registry writes it.
  private static let table: [String: [String]] = {
    var table: [String: [String]] = [:]
    for word in GenreWords.none.split(separator: "|") { table[String(word)] = [] }
    for row in rows {
      for word in row { table[word, default: []].append(row[0]) }
    }
    return table
  }()

  /// The same without case, accents, signs and spaces.
  private static let folded: [String: [String]] = table.sorted { $0.key < $1.key }
    .reduce(into: [String: [String]]()) { folded, entry in
      let key = FoldedName(entry.key).text
      let known = folded[key] ?? []
      folded[key] = known + entry.value.filter { !known.contains($0) }
    }
}

extension Entity {
  /// The entity with the vocabulary's names of its genres.
  package var withGenreNames: Entity {
    switch self {
    case .artist(var artist):
      artist.genres = GenreVocabulary.genres(artist.genres)
      return .artist(artist)
    case .album(var album):
      album.genres = GenreVocabulary.genres(album.genres)
      return .album(album)
    case .song(var song):
      song.genres = GenreVocabulary.genres(song.genres)
      return .song(song)
    case .chart: return self
    }
  }
}
