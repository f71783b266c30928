package import BusProtocol
package import MusicModel

/// The numbers by which a hub lives. Each is a bound that a test reaches.
package struct HubSettings: Sendable {
  package var version = "1.0.0"
  package var versions = VersionRange.supported
  package var pid = 0
  /// By chance, so that no two hubs make the same ids.
  package var seed = ""
  package var limits = WireLimits.standard
  package var clientsMax = 1000
  /// Calls of all clients at once.
  package var callsMax = 4096
  /// Questions that wait for one provider; one more is refused.
  package var waitingMax = 256

  /// Time for a call that names none, in milliseconds.
  package var timeoutDefaultMs = Header.timeoutMsDefault
  /// How long an answer waits for slow sources when others have answered, in milliseconds.
  package var waitDefaultMs = 3_000

  package var pageDefault = 50
  package var pageMax = 200
  /// Items of one message; a longer page comes in parts.
  package var itemsPerMessage = 100
  /// How long a list is kept for its next page, in milliseconds.
  package var pageMemoryMs = 600_000
  package var pageMemoryLists = 128
  /// Entities of all kept lists together.
  package var pageMemoryEntities = 10_000
  /// Bytes of whole answers that are kept to be given again.
  package var answerCacheBytes = 32 * 1024 * 1024
  /// Whole answers are kept for this long at most, in milliseconds.
  package var answerCacheMs = 3_600_000
  package var entityMemory = 8_192
  /// Whether somebody keeps providers' answers, so that it makes sense to look for them.
  package var keepsAnswers = false
  /// Whether request budgets are stored, so that those of an earlier hub must be awaited.
  package var storesBudgets = false
  /// How long it is waited for what is kept of an answer, in milliseconds.
  package var recallMs = 100
  /// For how long answers are fresh, by method, where that is configured, in milliseconds.
  package var freshMs: [Method: Int] = [:]
  /// Which of several values is shown, where somebody configured that (`hub.policy`).
  package var policy: JSONValue?
  /// How long "nothing there is the same" is believed, in milliseconds.
  package var notLinkedMs = 86_400_000

  /// Time for a provider from its start to its hello, in milliseconds.
  package var helloMs = 5_000
  /// How long calls wait for a provider that is starting, in milliseconds.
  package var startWaitMs = 2_000
  /// How long after its time a provider may end a call before it is taken for hung, in milliseconds.
  package var overdueMs = 5_000
  /// After this silence a peer is pinged, in milliseconds.
  package var providerPingMs = 2_000
  package var providerDeadMs = 10_000
  package var clientPingMs = 15_000
  package var clientDeadMs = 60_000
  /// Time for a provider from being asked to leave until it is killed, in milliseconds.
  package var stopGraceMs = 2_000
  /// What changes is put together for this time before watchers are told, in milliseconds.
  package var watchMs = 200
  /// A hub that nobody uses leaves after this time, in milliseconds; never, where it is nothing.
  package var idleMs: Int?

  package init() {}
}
