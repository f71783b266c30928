import BusProtocol

/// Something that befalls the hub or somebody around it. Clients and providers go by their numbers.
enum ScriptStep: Codable, Hashable, Sendable {
  // Clients.
  case connect(client: Int, versions: Versions)
  case call(client: Int, ClientRequest)
  /// Asks for the page behind the last one.
  case nextPage(client: Int)
  /// Cancels the last call but so many.
  case cancel(client: Int, back: Int)
  /// Uses the id of its last call once more.
  case repeatID(client: Int)
  case sayBye(client: Int)
  /// Its process ends; the hub learns of it at once, or by trying.
  case vanish(client: Int, notified: Bool)
  /// It does not read for a while.
  case pause(client: Int, ms: Int)
  case flood(client: Int, count: Int)
  case loseClient(client: Int, notified: Bool)
  /// What it sends and gets takes longer for a while.
  case lagClient(client: Int, ms: Int)
  case garbage(client: Int, Garbage)

  // Providers.
  case crash(provider: Int, status: Int)
  /// Its process is stopped for a while, as by SIGSTOP.
  case hang(provider: Int, ms: Int)
  /// It answers pings, and works on nothing, for a while.
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
  /// How it starts next time.
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
  /// From now on the disk takes so long, and fails or does not.
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
