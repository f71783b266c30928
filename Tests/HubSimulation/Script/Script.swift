import MusicModel

/// One run of the simulation: its peers and steps. It is a value: the same script gives the same
/// run, and a script without some of its steps is a script.
package struct Script: Codable, Hashable, Sendable {
  /// The invariant that it once violated, for a stored script.
  package var shows: String?
  /// Decides whatever the steps leave open: latencies, what providers know and how they react.
  package var seed: UInt64
  var limits: LimitsPlan
  var providers: [ProviderPlan]
  package var steps: [Step]

  /// Something that happens at a time.
  package struct Step: Codable, Hashable, Sendable {
    /// In milliseconds from the start.
    var atMs: Int
    var event: ScriptStep
  }
}

/// The bounds of the hub; small ones are reached.
struct LimitsPlan: Codable, Hashable, Sendable {
  var clients = 1000
  var calls = 4096
  var callsOfClient = 32
  var waiting = 256
  var pageLists = 128
  var pageEntities = 10_000
  var entities = 8_192
  /// Messages that a peer may leave unread.
  var unread = 1000
  /// The maximum number of hits requested from a provider.
  var page = 20
  var itemsPerMessage = 6
  var bodyBytes = 1_048_576
  var cacheBytes = 1_048_576
}

/// A provider: its declarations and its behavior.
struct ProviderPlan: Codable, Hashable, Sendable {
  var id: ProviderID
  var isCore: Bool
  var inflight: Int
  /// It serves those of ``Topic/methods`` whose bit is set.
  var methods: Int
  /// Whether it understands ids of MusicBrainz.
  var knowsMBIDs: Bool
  /// From the start of its process to its hello, in milliseconds.
  var startMs: Int
  /// Requests that its source allows in 10 seconds.
  var budget: Int?
  /// Whether that budget, and its cool-downs, limit only itself.
  var isUntrusted: Bool?
  var behavior: BehaviorWeights
}

extension ProviderPlan {
  var isTrusted: Bool { isUntrusted != true }
}

/// The usual reactions of a provider to calls, by weight.
struct BehaviorWeights: Codable, Hashable, Sendable {
  var quick = 10
  var slow = 0
  var failing = 0
  var silent = 0
  var faulty = 0

  static let good = BehaviorWeights()
}
