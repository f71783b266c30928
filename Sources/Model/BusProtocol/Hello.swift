/// The body of `hello`: the first message of a peer. Its shape never changes.
public struct Hello: Hashable, Sendable, Codable {
  public var versions: VersionRange
  public var peer: PeerDescription
  /// From a provider that the hub started: the token of its start line.
  public var token: String?
  /// The declaration of a provider.
  public var descriptor: Descriptor?

  public init(
    versions: VersionRange = .supported,
    peer: PeerDescription,
    token: String? = nil,
    descriptor: Descriptor? = nil
  ) {
    self.versions = versions
    self.peer = peer
    self.token = token
    self.descriptor = descriptor
  }
}

/// The name and version of a peer, for logs and status pages.
public struct PeerDescription: Hashable, Sendable, Codable {
  public var name: String
  public var version: String

  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}
