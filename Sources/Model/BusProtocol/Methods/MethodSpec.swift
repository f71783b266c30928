public import MusicModel

/// All that the bus defines for one method; checks, dispatch and lists of methods derive from it.
public struct MethodSpec: Sendable {
  /// What a call is about.
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
    /// A page of entities.
    case list(ListOrder)
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
    /// One entity or file, or a list without pages.
    case one
  }

  /// The announcement that a method will go.
  public struct Deprecation: Hashable, Sendable {
    /// The version of the protocol that announced it, and the first one without the method.
    public let since, until: String
    /// What to use instead.
    public let instead: String

    package init(since: String, until: String, instead: String) {
      (self.since, self.until, self.instead) = (since, until, instead)
    }

    /// What an author who uses the method is told.
    public func notice(of method: Method) -> String {
      "\"\(method)\" is deprecated since protocol \(since) and goes in \(until); use \(instead)."
    }
  }

  public let method: Method
  /// The purpose in a few words, for help.
  public let purpose: String
  public let subject: Subject
  public let result: Result
  /// The kinds of the items in a reply.
  public let kinds: [EntityKind]
  /// The members of `done` that hold the result, apart from items and an attachment.
  public let gives: [String]
  /// Whether a call changes nothing, so that it can be repeated.
  public let isReadOnly: Bool
  /// Whether records that a provider no longer lists are retained.
  public let retainsRecords: Bool
  public let deprecation: Deprecation?
  /// The parameters that a client gives the hub.
  public let client: ParameterRules
  /// The parameters that the hub gives a provider; `nil` if only the hub serves the method.
  public let provider: ParameterRules?

  init(
    _ method: Method,
    _ purpose: String,
    _ subject: Subject,
    result: Result,
    kinds: [EntityKind] = [],
    gives: [String] = [],
    isReadOnly: Bool = false,
    retainsRecords: Bool = false,
    deprecation: Deprecation? = nil,
    client: ParameterRules = ParameterRules(),
    provider: ParameterRules? = nil
  ) {
    self.method = method
    self.purpose = purpose
    self.subject = subject
    self.result = result
    self.kinds = kinds
    self.gives = gives
    self.isReadOnly = isReadOnly
    self.retainsRecords = retainsRecords
    self.deprecation = deprecation
    self.client = client
    self.provider = provider
  }
}

extension MethodSpec {
  /// Whether the reply has at most one item.
  public var isSingle: Bool { result == .single }

  /// Whether the reply is a file: an attachment.
  public var isFile: Bool { [.artwork, .preview, .lyrics, .stream].contains(result) }

  /// The part of a list that the hub requests from a provider.
  public var depth: Depth {
    guard case .list = result, provider?.names.contains("limit") == true else { return .one }
    return subject == .text ? .hits : subject == .chart ? .chart : .whole
  }

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

extension EntityKind {
  fileprivate var withArticle: String {
    (self == .artist || self == .album ? "an " : "a ") + rawValue
  }
}

/// The order of a list.
public enum ListOrder: String, Hashable, Sendable {
  /// Best match of the search text first.
  case relevance
  /// Oldest first.
  case date
  /// Newest first.
  case newest
  case name
  case rank
  /// By disc and track number.
  case track
  /// As the sources listed it.
  case position
  /// What most sources list, and list first, comes first.
  case agreement
}
