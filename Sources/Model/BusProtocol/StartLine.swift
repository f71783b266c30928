public import MusicModel

/// The one line of JSON on the standard input of a provider that the hub starts. The pipe then
/// stays open as a lease: when it ends, the provider must be gone within 2 seconds.
public struct StartLine: Hashable, Sendable, Codable {
  /// The versions that the hub speaks.
  public var versions: VersionRange
  /// The endpoint to connect to.
  public var endpoint: String
  /// To be shown in each `hello`.
  public var token: String
  /// The provider's own section of the configuration.
  public var config: JSONValue

  public init(versions: VersionRange, endpoint: String, token: String, config: JSONValue) {
    self.versions = versions
    self.endpoint = endpoint
    self.token = token
    self.config = config
  }
}
