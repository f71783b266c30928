public import MusicModel

/// A provider's declaration in `hello`. It overrides the manifest.
public struct Descriptor: Hashable, Sendable, Codable {
  public var id: ProviderID
  public var name: String
  public var version: String
  public var level: Level
  /// The maximum number of calls in flight; 1 for a Core provider.
  public var inflight: Int
  /// By the method's name.
  public var methods: [String: MethodDeclaration]
  /// The ids that it understands, as `namespace:type`: `mbid:artist`.
  public var namespaces: [String]
  /// The request budgets, by upstream.
  public var budgets: [String: Budget]
  /// The hosts that it talks to; `*.example.org` stands for every host below.
  public var hosts: [String]
  public var attribution: Attribution
  /// The forms of the URLs of its entities; the first that matches counts.
  public var urls: [URLPattern]?
  /// Members that its records never have, by kind of entity.
  public var lacks: [String: [String]]?
  /// JSON Schema of its section of the configuration.
  public var configSchema: JSONValue?
  /// The sandbox of its program, if it is not trusted as a whole.
  public var sandbox: Sandbox?
  /// Calls with which it can be tried without further knowledge.
  public var samples: [ExampleCall]

  /// The extent to which a provider implements the protocol.
  public enum Level: String, Hashable, Sendable, Codable {
    /// One call at a time.
    case core
    /// Concurrent calls, pongs during calls, prompt cancellation.
    case full
  }

  /// The cost of a call of one method, and the freshness lifetime of its reply.
  public struct MethodDeclaration: Hashable, Sendable, Codable {
    /// Requests that it may take, by upstream.
    public var cost: [String: Int]
    /// The freshness lifetime of a reply, in milliseconds.
    public var freshMs: Int
    /// Whether the records in lists have all that this method returns for one of them.
    public var listed: Bool?

    public init(
      cost: [String: Int],
      freshMs: Int,
      listed: Bool? = nil
    ) {
      self.cost = cost
      self.freshMs = freshMs
      self.listed = listed
    }
  }

  /// A number of requests per period.
  public struct Budget: Hashable, Sendable, Codable {
    public var requests: Int
    public var perMs: Int
    /// The minimum time between two requests; `nil` if they may follow each other.
    public var intervalMs: Int?

    public init(requests: Int, perMs: Int, intervalMs: Int? = nil) {
      self.requests = requests
      self.perMs = perMs
      self.intervalMs = intervalMs
    }
  }

  /// The attribution that a source requires, and its terms.
  public struct Attribution: Hashable, Sendable, Codable {
    /// The line that a client shows.
    public var text: String
    public var url: String?
    public var terms: String?

    public init(text: String, url: String? = nil, terms: String? = nil) {
      self.text = text
      self.url = url
      self.terms = terms
    }
  }

  /// Whether the program of a provider on JSON lines is sandboxed.
  public struct Sandbox: Hashable, Sendable, Codable {
    public var active: Bool
    /// Why it is not.
    public var reason: String?

    /// - Parameter problem: Why there is none; `nil` if it is active.
    public init(problem: String?) {
      active = problem == nil
      reason = problem
    }
  }

  /// One call that finds something at the real source.
  public struct ExampleCall: Hashable, Sendable, Codable {
    public var method: Method
    public var params: CallParameters

    public init(method: Method, params: CallParameters) {
      self.method = method
      self.params = params
    }
  }

  public init(id: ProviderID, name: String, version: String, attribution: Attribution) {
    self.id = id
    self.name = name
    self.version = version
    self.attribution = attribution
    self.level = .full
    self.inflight = 8
    self.methods = [:]
    self.namespaces = []
    self.budgets = [:]
    self.hosts = []
    self.samples = []
  }
}

extension Descriptor {
  /// Whether its records of a kind may have a member.
  public func mayHave(_ member: String, of kind: EntityKind) -> Bool {
    lacks?[kind.rawValue]?.contains(member) != true
  }

  /// Whether it serves the method.
  public func serves(_ method: Method) -> Bool { methods[method.rawValue] != nil }

  /// Whether it understands the id as it stands.
  public func understands(_ id: EntityID) -> Bool {
    namespaces.contains("\(id.namespace):\(id.type)")
  }
}
