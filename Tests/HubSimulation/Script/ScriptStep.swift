import BusProtocol

/// A step that affects the hub or a peer. Clients and providers are identified by number.
enum ScriptStep: Codable, Hashable, Sendable {
  // Clients.
  case connect(client: Int, versions: Versions)
  case call(client: Int, ClientRequest)
  /// Calls for the page after the last one.
  case nextPage(client: Int)
  /// Cancels the n-th last call; 0 is the last one.
  case cancel(client: Int, back: Int)
  /// Reuses the id of its last call.
  case repeatID(client: Int)
  case sayBye(client: Int)
  /// Its process ends; the hub detects it immediately, or by trying.
  case vanish(client: Int, notified: Bool)
  /// It does not read for a while.
  case pause(client: Int, ms: Int)
  case flood(client: Int, count: Int)
  case loseClient(client: Int, notified: Bool)
  /// Its messages take longer for a while.
  case lagClient(client: Int, ms: Int)
  case garbage(client: Int, Garbage)

  // Providers.
  case crash(provider: Int, status: Int)
  /// Its process is stopped for a while, as by SIGSTOP.
  case hang(provider: Int, ms: Int)
  /// It replies to pings, but stalls for a while.
  case stall(provider: Int, ms: Int)
  case loseProvider(provider: Int, notified: Bool)
  case lagProvider(provider: Int, ms: Int)
  case helloAgain(provider: Int)
  case providerSaysBye(provider: Int)
  case providerGarbage(provider: Int, Garbage)
  /// Its manifest is taken away.
  case removeManifest(provider: Int)
  /// Its manifest is there again, or somewhere else.
  case restoreManifest(provider: Int, elsewhere: Bool)
  /// The result of its next start.
  case failStart(provider: Int, StartFault)

  // The hub itself.
  /// Its process gets no time for a while.
  case sleep(ms: Int)
  /// The clock is read as it was a while ago, once.
  case clockBack(ms: Int)
  /// The clock on the wall is set.
  case wallClock(ms: Int)
  /// Its process is killed, and another one takes its place.
  case restartHub
  /// From now on writes take this time, and fail or do not.
  case disk(ms: Int, fails: Bool)
  case stop

  enum Versions: Int, Codable, Hashable, Sendable, CaseIterable {
    case same, laterToo, onlyLater
  }

  enum Garbage: Int, Codable, Hashable, Sendable, CaseIterable {
    case otherMajor, frames, tooLarge, unknownType, unknownTypeWithID, headerWithID, header
    case wrongDirection, wrongSession, noSession, unreadableHello, unknownCancel, duplicate
  }

  enum StartFault: Int, Codable, Hashable, Sendable, CaseIterable {
    case notSpawned, silent, late, wrongVersion, wrongToken, otherDescriptor, oddDescriptor, exits
  }
}
