public import MusicModel

/// One provider as `providers.list` tells it.
public struct ProviderStatus: Hashable, Sendable, Codable {
  /// Where a provider is in its life.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    case starting, ready, restarting, stopped, quarantined
  }

  public var id: ProviderID
  public var name: String?
  public var version: String?
  public var state: State
  public var level: Descriptor.Level?
  public var methods: [Method]
  public var pid: Int?
  public var calls: Int
  public var failures: Int
  public var restarts: Int
  public var credit: Descriptor.Credit?
  public var configSchema: JSONValue?
  public var lastError: String?

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
