package import BusProtocol
package import MusicModel

/// What the hub wants done. The shell does it without asking why.
package enum Action: Hashable, Sendable {
  case send(WireMessage, to: Peer)
  /// Start the provider's process; answered by `providerSpawned` or `providerNotSpawned`.
  case spawn(ProviderID)
  /// End the provider's process: close its lease, and kill its group when the grace is over.
  case stop(ProviderID, graceMs: Int)
  /// Tell in the log what this schema of a provider does not allow in its part of the configuration.
  case checkConfiguration(ProviderID, schema: JSONValue)
  /// Change the files that tell of providers, and look for them anew; answered by
  /// `providersFound` and then `manifestsChanged`.
  case changeManifests(ManifestChange, ticket: Int)
  /// Keep these verdicts, in place of those that are kept; answered by `verdictsKept` when they are
  /// on the disk.
  case keepVerdicts([StoredVerdict], ticket: Int)
  /// Keep what has changed in what is known of entities. There is no hurry, and no answer.
  case keepIdentities(EntityIndexChanges)
  /// Do something with the document of the favourites.
  case favorites(FavoritesAction)
  /// Look for what is kept of an answer; answered by `answerFound`.
  case findAnswer(ProviderQuery, ticket: Int)
  /// Keep an answer in place of the one before. There is no hurry, and no answer.
  case keepAnswer(CachedReply, to: ProviderQuery)
  /// Note that something was searched for. There is no hurry, and no answer.
  case noteSearch(Method, text: String, total: Int)
  /// Carry out an order about what is kept; answered by `cacheTold`.
  case orderCache(CacheAction, ticket: Int)
  /// Store these request budgets in place of those of the same upstreams. No reply follows.
  case storeBudgets([StoredBudget])
  case log(LogLevel, String)
  /// Nothing is left to do: the process may end.
  case finished
}

/// How much a line of the log matters.
package enum LogLevel: String, Hashable, Sendable, Comparable, CaseIterable {
  /// For those who look for a fault.
  case debug
  /// An ordinary, essential change.
  case info
  /// Somebody's input or a source is not as it should be.
  case warning
  /// Something of ours failed.
  case error

  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.severity < right.severity
  }

  private var severity: Int { LogLevel.allCases.firstIndex(of: self) ?? 0 }
}
