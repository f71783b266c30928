/// The body of `welcome`: the session is open. Its shape never changes.
public struct Welcome: Hashable, Sendable, Codable {
  /// The version to speak: the highest that both know.
  public var version: ProtocolVersion
  public var hub: PeerDescription
  public var limits: WireLimits
  public var liveness: Liveness

  /// The heartbeat interval and the liveness timeout.
  public struct Liveness: Hashable, Sendable, Codable {
    /// After this silence the hub pings, in milliseconds.
    public var pingMs: Int
    /// After this silence the session is over, in milliseconds.
    public var deadMs: Int

    public init(pingMs: Int, deadMs: Int) {
      self.pingMs = pingMs
      self.deadMs = deadMs
    }
  }

  public init(
    version: ProtocolVersion,
    hub: PeerDescription,
    limits: WireLimits,
    liveness: Liveness
  ) {
    self.version = version
    self.hub = hub
    self.limits = limits
    self.liveness = liveness
  }
}
