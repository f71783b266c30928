public import MusicModel

/// All that the bus defines for one method; checks, dispatch and lists of methods derive from it.
///
/// `Protocol/registry/methods.json` states the same for other languages; a test compares them.
public struct MethodSpec: Sendable {
  /// The part of the hub that handles a client's call.
  public enum Handler: Hashable, Sendable, CaseIterable {
    /// Calls providers and merges their replies.
    case clientCalls
    case records, cache, favorites, providers, hub
  }

  /// The parameter that says what a call is about.
  public enum Subject: Hashable, Sendable {
    case text
    case id(EntityKind)
    /// The id of an artist, album or song.
    case anyID
    case chart
    case noSubject
  }

  /// The result of a call.
  public enum Result: Hashable, Sendable {
    /// A page of entities; without a kind, of albums or songs.
    case list(EntityKind?, ListOrder)
    case single
    case artwork, preview, lyrics
    /// A part of a song.
    case stream
    case explanation
    /// The entity becomes a favourite.
    case favorite
    /// Members of `done`.
    case report
  }

  /// The part of a list that the hub requests from a provider.
  public enum Depth: Hashable, Sendable {
    /// As many search hits as merging and ranking need.
    case hits
    case whole
    /// A whole chart, which sources limit to 100 entries.
    case chart
    /// One entity or file.
    case one
  }

  public let method: Method
  /// The purpose in a few words, for help.
  public let purpose: String
  public let handler: Handler
  public let subject: Subject
  public let result: Result
  public let depth: Depth
  /// The kinds of the items in a reply.
  public let kinds: [EntityKind]
  /// The members of `done` that hold the result, apart from items and an attachment.
  public let gives: [String]
  /// Whether a call changes nothing, so that it can be repeated.
  public let isReadOnly: Bool
  /// Whether records that a provider no longer lists are retained.
  public let retainsRecords: Bool
  /// The parameters that a client gives the hub.
  public let client: ParameterRules
  /// The parameters that the hub gives a provider; `nil` if only the hub serves the method.
  public let provider: ParameterRules?

  /// Whether the reply has at most one item.
  public var isSingle: Bool { result == .single }

  /// Whether the reply is a file: an attachment.
  public var isFile: Bool { [.artwork, .preview, .lyrics, .stream].contains(result) }

  /// The time limit of a call for people, in milliseconds: sources of lyrics can be slow.
  public var usualTimeoutMs: Int { result == .lyrics ? 30_000 : Header.timeoutMsDefault }

  /// Checks that an id names the kind of entity that the method is about.
  ///
  /// - Throws: `INVALID_PARAMS`.
  public func checkKind(of id: EntityID?) throws(Failure) {
    guard let id else { return }
    switch subject {
    case .id(let kind) where id.kind != kind:
      let text = "\"\(id)\" does not name \(kind.withArticle), which \"\(method)\" needs."
      throw Failure(.invalidParams, text)
    case .anyID where id.kind == nil || id.kind == .chart:
      let text = "\"\(id)\" does not name an artist, album or song, which \"\(method)\" needs."
      throw Failure(.invalidParams, text)
    default: break
    }
  }
}

extension MethodSpec {
  /// A method that providers serve and whose replies the hub merges.
  init(
    _ method: Method,
    _ purpose: String,
    _ subject: Subject,
    _ result: Result,
    _ depth: Depth,
    retainsRecords: Bool = false,
    gives: [String] = [],
    client: ParameterRules,
    provider: ParameterRules
  ) {
    self.method = method
    self.purpose = purpose
    self.subject = subject
    self.result = result
    self.depth = depth
    self.retainsRecords = retainsRecords
    self.client = client
    self.provider = provider
    handler = .clientCalls
    isReadOnly = true
    self.gives = gives
    switch (result, subject) {
    case (.list(let kind, _), _): kinds = kind.map { [$0] } ?? [.album, .song]
    case (.single, .id(let kind)): kinds = [kind]
    default: kinds = []
    }
  }

  /// A method that only the hub serves.
  init(
    _ method: Method,
    _ purpose: String,
    _ handler: Handler,
    _ subject: Subject = .noSubject,
    _ result: Result = .report,
    kinds: [EntityKind] = [],
    gives: [String],
    isReadOnly: Bool = false,
    client: ParameterRules = ParameterRules()
  ) {
    self.method = method
    self.purpose = purpose
    self.handler = handler
    self.subject = subject
    self.result = result
    self.kinds = kinds
    self.gives = gives
    self.isReadOnly = isReadOnly
    self.client = client
    depth = .one
    retainsRecords = false
    provider = nil
  }
}

extension EntityKind {
  fileprivate var withArticle: String {
    (self == .artist || self == .album ? "an " : "a ") + rawValue
  }
}
