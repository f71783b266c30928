public import MusicModel

/// One provider as `providers.list` tells it.
public struct ProviderStatus: Hashable, Sendable, Codable {
  /// Where a provider is in its life.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    case starting, ready, restarting, draining, stopped, quarantined
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
  public var restarts: Int
  /// How long it took lately.
  public var latency: Latency?
  /// What is left of the budgets of its upstreams, by upstream.
  public var budgets: [String: Budget]?
  public var attribution: Descriptor.Attribution?
  public var configSchema: JSONValue?
  public var lastError: String?
  /// The path of its manifest.
  public var manifest: String?

  /// How long a provider took for its last answers, in milliseconds from the call to the terminal.
  public struct Latency: Hashable, Sendable, Codable {
    /// How many answers were looked at.
    public var answers: Int
    public var p50Ms: Int
    public var p95Ms: Int

    public init(answers: Int, p50Ms: Int, p95Ms: Int) {
      self.answers = answers
      self.p50Ms = p50Ms
      self.p95Ms = p95Ms
    }
  }

  /// A budget, and what is left of it now.
  public struct Budget: Hashable, Sendable, Codable {
    public var left: Int
    public var requests: Int
    public var perMs: Int
    /// Where nothing is left: when there may be something again, in milliseconds.
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

/// The hub as `hub.status` tells it.
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
