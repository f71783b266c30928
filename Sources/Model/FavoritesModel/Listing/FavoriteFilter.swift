import MusicModel

/// The filter of a query, its texts normalized once.
struct FavoriteFilter {
  private let text: [UInt8]?
  private let genre: String?
  private let query: FavoritesQuery

  init(_ query: FavoritesQuery, fold: (String) -> String) {
    self.query = query
    text = query.text.map { Array(fold($0).utf8) }
    genre = query.genre.map(fold)
  }

  func accepts(
    _ members: [FavoriteRecord],
    _ facts: FavoriteFacts,
    _ fold: (String) -> String
  ) -> Bool {
    if let genre, !facts.genres.contains(genre) { return false }
    if query.from != nil || query.to != nil {
      guard let date = facts.date, date.overlaps(from: query.from, to: query.to) else {
        return false
      }
    }
    if query.addedFrom != nil || query.addedTo != nil {
      guard let added = members.map(\.added).min(), let day = PartialDate(added.day),
        day.overlaps(from: query.addedFrom, to: query.addedTo)
      else { return false }
    }
    guard let text else { return true }
    return facts.words.holds(text)
      || members.contains { $0.note.map { fold($0).holds(text) } ?? false }
  }
}

extension String {
  /// Whether it contains these bytes.
  func holds(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    var text = self
    return text.withUTF8 { text in
      guard text.count >= wanted.count else { return false }
      for start in 0...(text.count - wanted.count) where text[start] == first {
        if text[start..<start + wanted.count].elementsEqual(wanted) { return true }
      }
      return false
    }
  }
}
