import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// Finds what a command is about: a row of the last list, or what the hub says that a name, a URL or a code means.
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
    if let id = EntityID(name), id.kind.map(kinds.contains) == true { return Subject(id: id) }
    try awaitURLs(in: name)
    let call = Call.resolve(name, as: kinds)
    let reply = try callWithProgress(call.whole)
    let resolution = try call.result(of: reply)
    // A script must not depend on who is famous.
    let isClear = resolution.outcome == .one || terminal.isInteractive && !settings.json
    guard let id = resolution.id, isClear else { throw failure(name, kinds, resolution, reply) }
    guard let kind = id.kind, kinds.contains(kind) else {
      throw invocation.usageError(id, of: id.kind ?? .artist, besides: kinds)
    }
    // An id, a URL or a code was not looked up.
    guard let entity = reply.items.first else { return Subject(id: id) }
    if !settings.json, let sentence = sentence(on: reply.items, called: name, resolution.outcome) {
      terminal.note(StyledText(sentence))
    }
    return Subject(id: id, match: NameMatch(entity: entity, sources: reply.done.sources ?? []))
  }

  /// Waits for the providers that start, if a text is a URL: each says when it runs which URLs it knows.
  func awaitURLs(in text: String) throws {
    guard URLPattern.isURL(text) || URLPattern.isURLWithoutScheme(text) else { return }
    _ = try settledProviders()
  }

  /// What the user is told who did not name the entity exactly.
  private func sentence(
    on items: [Entity],
    called name: String,
    _ outcome: NameResolution.Outcome
  ) -> String? {
    let others = items.dropFirst()
    if outcome == .dominant, case .artist(let artist) = items[0] {
      return NameFailure.sentence(for: artist, others.count, name)
    }
    guard outcome != .one || !others.isEmpty else { return nil }
    let also = others.map { "\($0.displayName) (\($0.id))" }.joined(separator: ", ")
    return "Using \(items[0].displayName) (\(items[0].id))."
      + (also.isEmpty ? "" : " Also matching: \(also).")
  }

  private func failure(
    _ name: String,
    _ kinds: [EntityKind],
    _ resolution: NameResolution,
    _ reply: Reply
  ) -> CommandFailure {
    let choices = NameFailure.Choices(
      reply.items,
      width: terminal.width,
      firstNumber: number(reply.items, onErrors: true)
    )
    let isShared = [.dominant, .several].contains(resolution.outcome)
    let failure =
      isShared
      ? NameFailure.several(called: name, choices)
      : NameFailure.none(called: name, as: kinds, choices)
    let missing = (reply.done.sources ?? []).filter(\.outcome.isMissing).map(\.provider.rawValue)
    // Without a network, that has been said already.
    let addition =
      missing.isEmpty || isDisconnected
      ? ""
      : "\nSome sources did not reply and may have matches: \(missing.joined(separator: ", "))."
    var whole = CommandFailure(failure.message + addition, failure.hint)
    whole.candidates = failure.candidates
    return whole
  }
}

extension CommandContext {
  /// The note for a search for which the sources have nothing; it may end with `Did you mean Pink Floyd?`.
  func emptyMessage(_ sentence: String, suggesting name: String?) -> String {
    name.map { "\(sentence) Did you mean \($0)?" } ?? sentence
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

extension Entity {
  /// The artist of an album or song.
  var artistName: String? { artist?.name }
}

/// An entity found by name, with the sources that returned it.
struct NameMatch: Hashable, Sendable {
  var entity: Entity
  var sources: [SourceReport]

  /// A reply with this entity, for the case that a call for details returned only these reports.
  func reply(after reports: [SourceReport]) -> Reply {
    let missing = reports.filter(\.outcome.isMissing)
    let replied = sources.filter { source in !missing.contains { $0.provider == source.provider } }
    var done = Done()
    done.sources = (replied + missing).sorted { $0.provider < $1.provider }
    return Reply(items: [entity], done: done)
  }
}
