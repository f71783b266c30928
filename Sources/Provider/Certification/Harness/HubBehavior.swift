internal import BusProtocol
internal import MusicModel

/// The behaviour of the simulated hub in one session.
struct HubBehavior: Sendable {
  /// The silence after which the hub pings.
  var pingMs = 1000
  /// The silence after which the provider must consider the session lost.
  var deadMs = 5000
  var sendsPings = true
  var versions = VersionRange.supported
  /// Members that a later minor version might add to start line and welcome.
  var unknownMembers: [String: JSONValue] = [:]

  /// Timeouts with which a lost session is noticed quickly.
  static let shortTimeouts = HubBehavior(pingMs: 150, deadMs: 600)

  func startLine(endpoint: String, token: String, configuration: JSONValue) -> JSONValue {
    .object(
      unknownMembers.merging(
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
      unknownMembers.merging(
        [
          "version": .string("\(ProtocolVersion(major: 1, minor: 0))"),
          "hub": ["name": "musicbus-certify", "version": .string(MusicBusVersion.current)],
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
