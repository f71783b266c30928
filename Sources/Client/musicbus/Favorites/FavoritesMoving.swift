import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// A new position of a favourite as typed.
enum TypedPosition: Hashable, Sendable {
  case word(CallParameters.FavoritePosition)
  /// From 1.
  case number(Int)
}

extension ValueSyntax where Value == TypedPosition {
  /// A number from 1, or a word.
  static func favoritePosition(_ name: String) -> Self {
    let words = CallParameters.FavoritePosition.allCases.map(\.rawValue)
    let expectation = "a number from 1, or one of " + words.joined(separator: ", ")
    return Self(name, expectation: expectation, suggestions: .words(words)) { word in
      if let position = CallParameters.FavoritePosition(rawValue: word) { return .word(position) }
      return Int(word).flatMap { (1...1_000_000).contains($0) ? .number($0) : nil }
    }
  }
}

/// `musicbus favorites toggle`
enum FavoritesToggling {
  static let command = Command<CommandAction>(
    "toggle",
    abstract: "Add to your favourites, or remove if already there.",
    discussion: ListOptions.namesExplained,
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [FavoritesEditing.names],
    options: [FavoritesListing.of],
    examples: [Example("favorites toggle 3", "Add or remove row 3 of the last list.")]
  ) { context, invocation in
    let wanted = invocation[FavoritesListing.of].flatMap { EntityKind(rawValue: $0.rawValue) }
    let kinds = wanted.map { [$0] } ?? EntityKind.searched
    return try context.forEach(invocation[FavoritesEditing.names]) { name in
      try context.change(.favoritesToggle(context.favoriteOrEntity(name, kinds, invocation)))
    }
  }
}
