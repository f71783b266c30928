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
    if let known = table[word] ?? folded[FoldedName(word).text] { return known }
    let parts = word.split { ",;/".contains($0) }.map(\.trimmed)
    let known = parts.map { table[$0] ?? folded[FoldedName($0).text] }
    guard parts.count > 1, known.contains(where: { $0 != nil }) else { return [word] }
    return zip(parts, known).flatMap { part, known in known ?? [part] }
  }

  /// The words of each genre, besides its name.
  private static let words: [String: [String]] = GenreWords.text.split(separator: "\n")
    .reduce(into: [:]) { all, line in
      let words = line.split(separator: "|").map(String.init)
      all[words[0]] = Array(words.dropFirst())
    }

  /// The genres of each word as it stands in the registry; the lookup that nearly always finds it.
  private static let table: [String: [String]] = {
    var table: [String: [String]] = [:]
    for word in GenreWords.none.split(separator: "|") { table[String(word)] = [] }
    for line in GenreWords.text.split(separator: "\n") {
      let words = line.split(separator: "|").map(String.init)
      for word in words { table[word, default: []].append(words[0]) }
    }
    return table
  }()

  /// The same without case, accents, signs and spaces.
  private static let folded: [String: [String]] = {
    var folded: [String: [String]] = [:]
    for (word, genres) in table.sorted(by: { $0.key < $1.key }) {
      let known = folded[FoldedName(word).text] ?? []
      folded[FoldedName(word).text] = known + genres.filter { !known.contains($0) }
    }
    return folded
  }()
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
