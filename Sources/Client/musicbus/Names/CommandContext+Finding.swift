import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// Resolves an id or a name to an entity.
extension CommandContext {
  /// The entity that a command is about.
  struct Subject {
    var id: EntityID
    /// The match, if the entity was found by name.
    var match: NameMatch?
    /// The name in the row, if the entity was given by its number.
    var rowName: String?

    var kind: EntityKind? { id.kind }

    /// Its name in messages.
    var name: String { match?.entity.displayName ?? rowName ?? "\(id)" }
  }

  /// Finds the entity with an id or with a unique name.
  ///
  /// - Throws: ``UsageError`` if the name is empty or the id is of another kind, and ``CommandFailure`` if
  ///   no entity or several match.
  func find(
    _ words: [String],
    as kinds: [EntityKind],
    for invocation: Invocation
  ) throws -> Subject {
    let name = words.joined(separator: " ").trimmed
    guard !name.isEmpty else {
      throw invocation.usageError("The name is empty; give an id or a name.")
    }
    if let row = try row(name) {
      return Subject(id: try id(of: row, name, as: kinds, for: invocation), rowName: row.name)
    }
    if let id = try pastedID(name) ?? EntityID(name), let kind = id.kind {
      guard kinds.contains(kind) else { throw invocation.usageError(id, of: kind, besides: kinds) }
      return Subject(id: id)
    }
    var finder = NameFinder(self)
    return try finder.find(name, as: kinds)
  }
}

extension CommandContext {
  /// The reply to a search from the library, which corrects typos and knows other spellings, or `nil`.
  func libraryReply(to search: Call<Reply>) -> Reply? {
    guard settings.cache == nil, deadlines.allowCall else { return nil }
    return try? call(search.with { ($0.cache, $0.lookup) = (.only, true) })
  }

  /// The note for a search for which the sources have nothing; it may end with `Did you mean Pink Floyd?`.
  func emptyMessage(_ sentence: String, for searches: [Call<Reply>], _ items: [Entity]) -> String {
    guard items.isEmpty, settings.offset ?? 0 == 0 else { return sentence }
    let known = searches.lazy.compactMap { self.libraryReply(to: $0)?.items.first }.first
    return known.map { "\(sentence) Did you mean \($0.displayName)?" } ?? sentence
  }
}

extension Invocation {
  fileprivate func usageError(
    _ id: EntityID,
    of kind: EntityKind,
    besides kinds: [EntityKind]
  ) -> UsageError {
    let wanted = kinds.map(\.withArticle).joined(separator: " or ")
    return usageError(
      "\"\(id)\" is \(kind.withArticle); \"\(commandLine)\" needs \(wanted)."
    )
  }
}
