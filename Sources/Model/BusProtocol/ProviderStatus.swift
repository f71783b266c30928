public import MusicModel

/// The status of one provider, as in the reply to `providers.list`.
public struct ProviderStatus: Hashable, Sendable, Codable {
  /// The state of a provider.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    case starting, ready, restarting, draining, stopped
    /// It does not run, because settings are missing; `lastError` names them.
    case unconfigured
    case quarantined
  }

  public var id: ProviderID
  public var name: String?
  public var version: String?
  public var state: State
  public var level: Descriptor.Level?
  public var methods: [Method]
  public var pid: Int?
  /// Calls that it works on.
  public var inflight: Int?
  public var calls: Int
  public var failures: Int
  /// Requests that it made at upstreams since the hub started.
  public var requests: Int?
  public var restarts: Int
  /// The recent latency.
  public var latency: Latency?
  /// The remaining request budgets, by upstream.
  public var budgets: [String: Budget]?
  /// The declared budgets that limit only this provider (MB-144), by upstream.
  public var unapprovedBudgets: [String: Descriptor.Budget]?
  public var attribution: Descriptor.Attribution?
  /// The forms of the URLs of its entities.
  public var urls: [URLPattern]?
  /// The services that its records link to, from its manifest.
  public var services: [MusicService]?
  public var configSchema: JSONValue?
  /// The sandbox of its program, from its descriptor.
  public var sandbox: Descriptor.Sandbox?
  public var lastError: String?
  /// The path of its manifest.
  public var manifest: String?

  /// The time from recent calls of a provider to their terminal messages, in milliseconds.
  public struct Latency: Hashable, Sendable, Codable {
    /// The number of replies that were measured.
    public var replies: Int
    public var p50Ms: Int
    public var p95Ms: Int

    private enum CodingKeys: String, CodingKey { case replies = "answers", p50Ms, p95Ms }

    public init(replies: Int, p50Ms: Int, p95Ms: Int) {
      self.replies = replies
      self.p50Ms = p50Ms
      self.p95Ms = p95Ms
    }
  }

  /// A request budget and its remainder.
  public struct Budget: Hashable, Sendable, Codable {
    public var left: Int
    public var requests: Int
    public var perMs: Int
    /// The time until requests are possible again if none remain, in milliseconds.
    public var nextMs: Int?

    public init(left: Int, requests: Int, perMs: Int) {
      self.left = left
      self.requests = requests
      self.perMs = perMs
    }
  }

  public init(id: ProviderID, state: State, methods: [Method]) {
    self.id = id
    self.state = state
    self.methods = methods
    self.calls = 0
    self.failures = 0
    self.restarts = 0
  }
}

/// The status of the hub, as in the reply to `hub.status`.
public struct HubStatus: Hashable, Sendable, Codable {
  public var version: String
  public var pid: Int
  public var uptimeMs: Int
  public var clients: Int
  public var inflight: Int
  public var calls: Int

  public init(version: String, pid: Int, uptimeMs: Int, clients: Int, inflight: Int, calls: Int) {
    self.version = version
    self.pid = pid
    self.uptimeMs = uptimeMs
    self.clients = clients
    self.inflight = inflight
    self.calls = calls
  }
}
