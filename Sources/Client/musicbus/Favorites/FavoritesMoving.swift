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

extension CommandContext {
  /// Moves a favourite to a position in the user's order; past the end means last.
  func move(_ key: String, to number: Int) throws -> ExitStatus {
    var parameters = CallParameters()
    parameters.key = key
    let order = try allFavorites()
    let index = order.firstIndex { entity in
      entity.favored?.fav == key || entity.ids.contains { $0.description == key }
    }
    if number == 1 {
      parameters.position = .first
    } else if number >= order.count {
      parameters.position = .last
    } else {
      // The favourite leaves a gap, which the others close.
      parameters.position = index.map { $0 < number - 1 } == true ? .after : .before
      parameters.target = order[number - 1].favored?.fav
    }
    if index == number - 1 || index == order.count - 1 && number >= order.count {
      // The hub reports that it is there already.
      parameters.position = number == 1 ? .first : number >= order.count ? .last : .after
      if parameters.position == .after { parameters.target = order[number - 2].favored?.fav }
    }
    return try change(.moveFavorite, parameters)
  }
}

/// `musicbus favorites toggle`
enum FavoritesToggling {
  static let command = Command<CommandAction>(
    "toggle",
    abstract: "Add to your favourites, or remove if already there.",
    discussion: ListOptions.namesExplained,
    arguments: [FavoritesEditing.names],
    options: [FavoritesListing.of],
    examples: [Example("favorites toggle 3", "Add or remove row 3 of the last list.")]
  ) { context, invocation in
    let wanted = invocation[FavoritesListing.of].flatMap { EntityKind(rawValue: $0.rawValue) }
    let kinds = wanted.map { [$0] } ?? EntityKind.searched
    return try context.forEach(invocation[FavoritesEditing.names]) { name in
      var parameters = CallParameters()
      parameters.id = try context.find([name], as: kinds, for: invocation).id
      let added = try context.call(.addFavorite, parameters)
      let existing = (added.done.results ?? []).first { $0.outcome == .exists }
      guard let key = existing?.fav ?? existing?.id?.description else {
        for result in added.done.results ?? [] { try context.report(result) }
        return .ok
      }
      var removal = CallParameters()
      removal.keys = [key]
      return try context.change(.removeFavorites, removal)
    }
  }
}
