internal import BusProtocol
internal import MusicModel

/// How the hub is played in one session.
struct HubBehavior: Sendable {
  /// After this silence the hub pings.
  var pingMs = 1000
  /// After this silence the provider must take the session for lost.
  var deadMs = 5000
  /// Whether the hub pings at all.
  var isAlive = true
  var versions = VersionRange.supported
  /// What a later minor might add to start line and welcome.
  var news: [String: JSONValue] = [:]

  /// Numbers that let a lost session be noticed soon.
  static let hasty = HubBehavior(pingMs: 150, deadMs: 600)

  func startLine(endpoint: String, token: String, configuration: JSONValue) -> JSONValue {
    .object(
      news.merging(
        [
          "versions": .range(versions), "endpoint": .string(endpoint), "token": .string(token),
          "config": configuration,
        ]
      ) { $1 }
    )
  }

  /// The body of `welcome`.
  var welcome: JSONValue {
    let limits = WireLimits.standard
    return .object(
      news.merging(
        [
          "version": .string("\(ProtocolVersion(major: 1, minor: 0))"),
          "hub": ["name": "musicbus-certify", "version": "1.0.0"],
          "limits": [
            "headerBytes": .integer(limits.headerBytes), "bodyBytes": .integer(limits.bodyBytes),
            "attachmentBytes": .integer(limits.attachmentBytes),
            "inflight": .integer(limits.inflight), "depth": .integer(limits.depth),
          ],
          "liveness": ["pingMs": .integer(pingMs), "deadMs": .integer(deadMs)],
        ]
      ) { $1 }
    )
  }
}

extension JSONValue {
  fileprivate static func range(_ range: VersionRange) -> JSONValue {
    ["min": .string("\(range.min)"), "max": .string("\(range.max)")]
  }
}
