import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// What to do without a network: the sources are not called again, and the library has what they sent earlier.
extension CommandContext {
  static let notInLibrary = CommandFailure(
    "The library does not have it.",
    "Try again when you are connected."
  )

  /// Whether a call would be answered from the library if no source can be reached.
  ///
  /// A script with `--json` gets what it asked for, and the reasons why it is not complete.
  func mayDisconnect<Result>(_ call: Call<Result>) -> Bool {
    !isDisconnected && !settings.json && settings.cache == nil && call.parameters.cache == nil
  }

  /// Whether the sources of a call could not be reached, as it is without a network.
  func lacksNetwork(_ result: Result<Reply, some Error>) -> Bool {
    switch result {
    case .success(let reply): return lacksNetwork(reply.done.sources ?? [])
    case .failure(let error):
      guard case .failed(let failure)? = error as? ClientError else { return false }
      return lacksNetwork(failure.sources ?? [])
    }
  }

  private func lacksNetwork(_ reports: [SourceReport]) -> Bool {
    let loss = NetworkLoss(reports)
    guard loss.isLikely else { return false }
    // A source that needs no network, such as that of the user's own files, says nothing about it.
    let local = ((try? callHub(.providers)) ?? []).filter { one in
      one.services?.contains { $0.owned == true } == true
    }
    return loss.replied.isSubset(of: local.map(\.id))
  }

  /// The reply of the library or, if it has nothing, what there is without it.
  func withoutNetwork(
    _ first: Result<Reply, any Error>,
    _ offline: @autoclosure () throws -> Reply
  ) throws -> Reply {
    do {
      let reply = try offline()
      guard reply.items.isEmpty, let known = try? first.get(), !known.items.isEmpty else {
        return reply
      }
      return known
    } catch ClientError.failed(let failure) where failure.sources != nil {
      if let known = try? first.get(), !known.items.isEmpty { return known }
      throw CommandContext.notInLibrary
    }
  }
}

/// What the reports of sources say about the network of this computer.
struct NetworkLoss {
  static let sentence = "No internet connection: showing what the library has."

  /// Whether several sources could not be reached, and nothing else is wrong with any.
  let isLikely: Bool
  /// The sources that replied now.
  let replied: Set<ProviderID>

  init(_ reports: [SourceReport]) {
    let failed = reports.filter { report in
      report.error.map { $0.code != .notCached } ?? report.outcome.isMissing
    }
    // One alone may have problems of its own.
    isLikely = failed.count > 1 && failed.allSatisfy(\.isUnreachable)
    replied = Set(reports.filter { [.ok, .empty].contains($0.outcome) }.map(\.provider))
  }
}

extension SourceReport {
  /// Whether its provider could not connect to a host.
  fileprivate var isUnreachable: Bool {
    error?.code == .upstreamUnavailable && error?.message.hasPrefix("Could not reach ") == true
  }
}
