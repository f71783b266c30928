package import MusicModel
package import ProviderKit

extension RecordedMusic {
  /// Sets what albums and songs of the store have in common; `image` is the URL of any size.
  package mutating func setStoreValues(
    date: String?,
    genres: [String],
    advisory: String?,
    price: (amount: Double, currency: String)? = nil,
    image: String?,
    link: StoreLink?
  ) {
    releaseDate = StoreDate.date(date)
    // All items have the genre "Music".
    self.genres = genres.filter { !$0.isEmpty && $0 != "Music" }
    let advisory = StoreAdvisory(advisory)
    (explicit, cleaned) = (advisory?.isExplicit, advisory?.isCleaned)
    (self.price, currency) = (price?.amount, price?.currency)
    artwork = image.map { StoreArtwork($0).artwork } ?? []
    links["itunes"] = link?.url
  }
}

extension JSONRecord {
  /// Returns a price with its currency; -1 means that the item is not sold individually.
  package func price(_ member: String) -> (amount: Double, currency: String)? {
    guard let amount = number(member), amount > 0, let currency = text("currency") else {
      return nil
    }
    return (amount, currency)
  }
}

/// A title in the iTunes Store, which may end in ` - EP` or ` - Single`.
package struct StoreTitle: Hashable, Sendable {
  /// The title without the suffix.
  package let title: String
  /// The kind given by the suffix, otherwise `.album`.
  package let albumKind: AlbumKind

  private static let suffixes: [(String, AlbumKind)] = [(" - EP", .ep), (" - Single", .single)]

  package init(_ text: String) {
    let text = text.decodingHTMLEntities.trimmed
    for (suffix, kind) in StoreTitle.suffixes where text.hasSuffix(suffix) {
      title = text.dropLast(suffix.count).trimmed
      albumKind = kind
      return
    }
    title = text
    albumKind = .album
  }
}

/// Dates in the formats of the iTunes Store: year, month, day, time with zone, or words.
package enum StoreDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Parses the date part; time zones are ignored.
  package static func date(_ text: String?) -> PartialDate? {
    guard let text = text?.trimmed else { return nil }
    return PartialDate(text) ?? parseWords(text)
  }

  /// Parses `May 5, 2017`.
  private static func parseWords(_ text: String) -> PartialDate? {
    let words = text.split { $0 == " " || $0 == "," }
    guard words.count == 3, let month = months.firstIndex(of: String(words[0])),
      let day = Int(words[1]), let year = Int(words[2])
    else { return nil }
    return PartialDate(year: year, month: month + 1, day: day)
  }
}

/// The parental advisory of a song or album.
package enum StoreAdvisory: Hashable, Sendable {
  case explicit, cleaned, none

  private static let values: [String: StoreAdvisory] = [
    // The misspelling of the feeds of version 2.
    "explicit": .explicit, "explict": .explicit,
    "cleaned": .cleaned, "clean": .cleaned,
    "notexplicit": .none,
  ]

  /// Parses an advisory; `nil` if it is missing or unknown.
  package init?(_ word: String?) {
    guard let word, let advisory = StoreAdvisory.values[word.lowercased()] else { return nil }
    self = advisory
  }

  package var isExplicit: Bool { self == .explicit }
  /// `true` for the cleaned edition of an explicit item, otherwise `nil`.
  package var isCleaned: Bool? { self == .cleaned ? true : nil }
}

/// The names and ids that the iTunes Store uses for compilations instead of an artist.
package enum VariousArtists {
  private static let numbers: Set<Int> = [4_035_426, 36270, 80_204_262, 1_460_483_939]

  /// Whether an artist stands for several.
  package static func includes(number: Int?, name: String?) -> Bool {
    number.map { numbers.contains($0) } ?? false || name == "Various Artists"
  }
}
